import { OutageNote } from "@/entities/locker/OutageNote";
import type { Station } from "@/entities/station/api";
import { useCan } from "@/session/rights";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { ControllerChip } from "../ControllerChip";
import { StationSwitch } from "./StationSwitch";

export function StationInfo({ station }: { station: Station }) {
  const { libelleAdmin, nom, actif, horsService, adresse, controleur } = station;
  const maySwitch = useCan("DROIT_STATIONS_ECRITURE");
  return (
    <Block title="Informations">
      <Facts
        items={[
          { label: "Libellé administrateur", value: libelleAdmin },
          { label: "Nom", value: nom },
          { label: "Latitude", value: adresse.latitude || "–" },
          { label: "Longitude", value: adresse.longitude || "–" },
          { label: "Adresse", value: adresse.adresse },
          { label: "Code postal", value: adresse.codePostal },
          { label: "Ville", value: adresse.ville },
          {
            label: "État",
            value: (
              <>
                <StatusChip color={actif ? "green" : "red"} label={actif ? "Active" : "Inactive"} />
                <OutageNote outage={horsService} />
              </>
            ),
          },
          ...(maySwitch
            ? [{ label: "En service", value: <StationSwitch station={station} /> }]
            : []),
          ...(controleur
            ? [{ label: "Contrôleur", value: <ControllerChip controleur={controleur} /> }]
            : []),
        ]}
      />
    </Block>
  );
}

import type { Station } from "@/entities/station/api";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { ControllerChip } from "../ControllerChip";

export function StationInfo({ station }: { station: Station }) {
  const { libelleAdmin, nom, actif, adresse, controleur } = station;
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
              <StatusChip color={actif ? "green" : "red"} label={actif ? "Active" : "Inactive"} />
            ),
          },
          ...(controleur
            ? [{ label: "Contrôleur", value: <ControllerChip controleur={controleur} /> }]
            : []),
        ]}
      />
    </Block>
  );
}

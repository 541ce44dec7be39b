import { useAskWhetherRepaired } from "@/entities/intervention/closing/useAskWhetherRepaired";
import type { Station } from "@/entities/station/api";
import { STATION_TYPES } from "@/entities/station/types";
import { RecordForm } from "@/kit/records/RecordForm";
import { useCan } from "@/session/rights";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { PositionMap } from "../map/PositionMap";
import { useSaveStation } from "./api";
import classes from "./configuration.module.css";
import { DescriptionFacts } from "./DescriptionFacts";
import { DESCRIPTION_FIELDS } from "./descriptionSchema";
import { StationFields } from "./StationFields";
import {
  type StationValues,
  stationFacts,
  stationInput,
  stationSchema,
  valuesOf,
} from "./stationSchema";

/** The station's data, to read or to change. */
export function InfoBlock({ station }: { station: Station }) {
  const askWhetherRepaired = useAskWhetherRepaired();
  return (
    <EditableBlock
      title="Informations de la station"
      mayEdit={useCan("DROIT_STATIONS_ECRITURE")}
      renderForm={(end) => (
        <InfoForm
          station={station}
          onEnd={end}
          onReturn={() => askWhetherRepaired({ stationId: station.id })}
        />
      )}
    >
      <InfoFacts station={station} />
      {station.descriptif && <DescriptionFacts descriptif={station.descriptif} />}
    </EditableBlock>
  );
}

function InfoFacts({ station }: { station: Station }) {
  const { latitude = "", longitude = "", ...address } = station.adresse;
  return (
    <div className={classes.columns}>
      <Facts
        items={[
          { label: "Libellé", value: station.libelleAdmin },
          { label: "Nom", value: station.nom },
          { label: "Adresse", value: address.adresse },
          { label: "Code postal", value: address.codePostal },
          { label: "Ville", value: address.ville },
          { label: "Latitude", value: latitude || "–" },
          { label: "Longitude", value: longitude || "–" },
          { label: "Type de station", value: STATION_TYPES[station.stationType] },
          ...(station.stationType === "collec-comptage"
            ? [
                {
                  label: "Solution de comptage",
                  value: station.systemeComptage ?? "Non renseignée",
                },
              ]
            : []),
          {
            label: "État",
            value: <ActiveStation actif={station.actif} />,
          },
        ]}
      />
      <PositionMap latitude={latitude} longitude={longitude} />
    </div>
  );
}

/** Shows whether the station is active. */
export function ActiveStation({ actif }: { actif: boolean }) {
  return <StatusChip color={actif ? "green" : "red"} label={actif ? "Active" : "Inactive"} />;
}

type InfoFormProps = {
  station: Station;
  onEnd: () => void;
  /** Called once it is active again. */
  onReturn: () => unknown;
};

function InfoForm({ station, onEnd, onReturn }: InfoFormProps) {
  const { mutateAsync: save } = useSaveStation(station.id);
  // A node of the release before, during an upgrade, does not tell the description, which is then kept as it is.
  const described = station.descriptif !== undefined;
  const input = (values: StationValues) =>
    described ? stationInput(values) : { ...stationInput(values), descriptif: undefined };
  return (
    <RecordForm
      schema={stationSchema}
      values={valuesOf(station)}
      question={() => ({ kind: "edit", article: "la station", item: station.nom })}
      record={{
        version: station.version,
        name: `la station «\u00a0${station.nom}\u00a0»`,
        facts: stationFacts,
      }}
      fields={DESCRIPTION_FIELDS}
      write={(values, version) => save({ body: input(values), version })}
      done={({ nom }) => `La station «\u00a0${nom}\u00a0» est enregistrée.`}
      after={(saved) => {
        onEnd();
        return !station.actif && saved.actif ? onReturn() : undefined;
      }}
      onCancel={onEnd}
    >
      {(form) => (
        <StationFields
          form={form}
          existing={{ typeFixed: (station.casiers ?? []).length > 0, described }}
        />
      )}
    </RecordForm>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { useForm } from "react-hook-form";
import type { Station } from "@/data/stations";
import { useSaveStation } from "@/data/writes/stations";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import { useCan } from "@/session/rights";
import { EditableBlock } from "@/ui/EditableBlock";
import { Facts } from "@/ui/Facts";
import { notifySuccess } from "@/ui/notify";
import { StatusChip } from "@/ui/StatusChip";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import { STATION_TYPES } from "@/words/stationTypes";
import { PositionMap } from "../map/PositionMap";
import classes from "./configuration.module.css";
import { StationFields } from "./StationFields";
import {
  type StationValues,
  stationFields,
  stationInput,
  stationSchema,
  valuesOf,
} from "./stationSchema";

/** The station's data, to read or to change. */
export function InfoBlock({ station }: { station: Station }) {
  return (
    <EditableBlock
      title="Informations de la station"
      mayEdit={useCan("DROIT_STATIONS_ECRITURE")}
      renderForm={(end) => <InfoForm station={station} onEnd={end} />}
    >
      <InfoFacts station={station} />
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
            value: (
              <StatusChip
                color={station.actif ? "green" : "red"}
                label={station.actif ? "Active" : "Inactive"}
              />
            ),
          },
        ]}
      />
      <PositionMap latitude={latitude} longitude={longitude} />
    </div>
  );
}

function InfoForm({ station, onEnd }: { station: Station; onEnd: () => void }) {
  const confirmedWrite = useConfirmedWrite();
  const { mutateAsync: save } = useSaveStation(station.id);
  const { control, handleSubmit, setError, setValue, formState } = useForm<StationValues>({
    resolver: valibotResolver(stationSchema),
    defaultValues: valuesOf(station),
  });
  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    const result = await confirmedWrite({
      question: { kind: "edit", article: "la station", item: station.nom },
      write: () => save(stationInput(values)),
      setError,
      fields: stationFields,
    });
    if (!result) return;
    notifySuccess(`La station «\u00a0${values.nom}\u00a0» est enregistrée.`);
    onEnd();
  });

  return (
    <form onSubmit={submit} noValidate>
      <StationFields
        control={control}
        setValue={setValue}
        existing={{ typeFixed: (station.casiers ?? []).length > 0 }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}

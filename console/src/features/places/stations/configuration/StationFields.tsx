import { type ClipboardEvent, useEffect } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { STATION_TYPES } from "@/entities/station/types";
import { code, coordinate, position } from "@/format/pasted";
import { FieldPairs } from "@/ui/form/FieldPairs";
import { TextField } from "@/ui/form/fields";
import { SelectField, SwitchField } from "@/ui/form/moreFields";
import { AddressField } from "../map/AddressField";
import { PositionMap } from "../map/PositionMap";
import classes from "./configuration.module.css";
import { DescriptionFields } from "./DescriptionFields";
import { COUNTING_SYSTEMS, type StationValues } from "./stationSchema";

type StationFieldsProps = {
  form: UseFormReturn<StationValues, unknown, StationValues>;
  /** Set for a station that exists: it can be switched off, and its type is fixed once it has lockers, and its description may not be known. */
  existing?: { typeFixed: boolean; described: boolean };
};

const TYPES = Object.entries(STATION_TYPES).map(([value, label]) => ({ value, label }));
const SYSTEMS = [
  { value: "", label: "Non renseignée" },
  ...COUNTING_SYSTEMS.map((system) => ({ value: system, label: system })),
];

export function StationFields({
  form: { control, setValue, watch },
  existing,
}: StationFieldsProps) {
  const [latitude, longitude, stationType] = useWatch({
    control,
    name: ["latitude", "longitude", "stationType"],
  });
  const fill = (values: Partial<StationValues>) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name as keyof StationValues, value, { shouldDirty: true, shouldValidate: true });
    }
  };

  /** A position that was copied whole from a map fills both its fields. */
  const pastePosition = (event: ClipboardEvent) => {
    const pasted = position(event.clipboardData.getData("text"));
    if (!pasted) return;
    event.preventDefault();
    fill(pasted);
  };

  useEffect(() => {
    // A town that is typed may be another one, whose commune is not known.
    const { unsubscribe } = watch((_values, { name, type }) => {
      if (type === "change" && (name === "ville" || name === "codePostal"))
        setValue("codeCommune", "", { shouldDirty: true });
    });
    return unsubscribe;
  }, [watch, setValue]);

  return (
    <>
      <div className={classes.columns}>
        <FieldPairs>
          <TextField control={control} name="libelleAdmin" label="Libellé" required />
          <TextField control={control} name="nom" label="Nom" required />
          <div data-wide>
            <AddressField
              control={control}
              onFound={({ libelle: _, codeCommune = "", ...found }) =>
                fill({ ...found, codeCommune })
              }
            />
          </div>
          <TextField
            control={control}
            name="codePostal"
            label="Code postal"
            required
            fit={{ clean: code, most: 5 }}
            inputMode="numeric"
          />
          <TextField control={control} name="ville" label="Ville" required />
          <TextField
            control={control}
            name="latitude"
            label="Latitude"
            hint={"Par exemple\u00a0: 45.191438"}
            onPaste={pastePosition}
            required
          />
          <TextField
            control={control}
            name="longitude"
            label="Longitude"
            hint={"Par exemple\u00a0: 5.714544"}
            onPaste={pastePosition}
            required
          />
          <SelectField
            control={control}
            name="stationType"
            label="Type de station"
            hint={existing?.typeFixed ? TYPE_FIXED[stationType] : undefined}
            required
            disabled={existing?.typeFixed}
            data={TYPES}
          />
          {stationType === "collec-comptage" && (
            <SelectField
              control={control}
              name="systemeComptage"
              label="Solution de comptage"
              data={SYSTEMS}
            />
          )}
          {existing && <SwitchField control={control} name="actif" label="Station active" />}
        </FieldPairs>
        <PositionMap
          latitude={coordinate(latitude)}
          longitude={coordinate(longitude)}
          onMove={(latitude, longitude) => fill({ latitude, longitude })}
        />
      </div>
      {existing?.described !== false && <DescriptionFields control={control} />}
    </>
  );
}

const SPACES = "Il ne peut plus être modifié\u00a0: la station contient des espaces.";
const TYPE_FIXED: Record<StationValues["stationType"], string> = {
  indiv: "Il ne peut plus être modifié\u00a0: la station contient des casiers.",
  collec: SPACES,
  "collec-comptage": SPACES,
};

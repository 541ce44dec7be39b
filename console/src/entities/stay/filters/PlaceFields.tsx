import { MultiSelect, NativeSelect } from "@mantine/core";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import type { Scope } from "@/data/scope";
import type { Operator } from "@/entities/operator/api";
import type { FilterValues } from "./filters";
import classes from "./filters.module.css";
import { useLockers, useStations } from "./places";

type PlaceFieldsProps = {
  form: UseFormReturn<FilterValues>;
  scope: Scope;
  operators?: readonly Operator[];
};

const picker = { input: classes.picker, inputField: classes.pickerInput };

const LOAD_FAILED = "La liste n'a pas pu être chargée.";

/** The operator (on lists of several), its stations, and the lockers of the chosen stations. */
export function PlaceFields({ form: { control, setValue }, scope, operators }: PlaceFieldsProps) {
  const [operator, chosen, lockerIds] = useWatch({
    control,
    name: ["exploitant", "stations", "casiers"],
  });
  const operatorId = scope ?? (operator ? Number(operator) : undefined);
  const stations = useStations(operatorId, true);
  const { lockers, loading, failed } = useLockers(chosen.map(Number));

  const keepLockersOf = (stationIds: string[]) => {
    const removed = lockers.filter(({ station }) => !stationIds.includes(String(station.id)));
    setValue(
      "casiers",
      stationIds.length === 0
        ? []
        : lockerIds.filter((id) => !removed.some((locker) => String(locker.id) === id)),
    );
  };
  const withStation = chosen.length > 1;

  return (
    <>
      {operators && (
        <Controller
          control={control}
          name="exploitant"
          render={({ field: { onChange, ...field } }) => (
            <NativeSelect
              {...field}
              label="Exploitant"
              className={classes.whole}
              data={[
                { value: "", label: "Tous" },
                ...operators.map(({ id, nom }) => ({ value: String(id), label: nom })),
              ]}
              onChange={(event) => {
                onChange(event);
                setValue("stations", []);
                setValue("casiers", []);
              }}
            />
          )}
        />
      )}
      <Controller
        control={control}
        name="stations"
        render={({ field: { onChange, ...field } }) => (
          <MultiSelect
            {...field}
            classNames={picker}
            label="Stations"
            placeholder={
              operatorId === undefined
                ? "Choisissez d'abord un exploitant"
                : field.value.length === 0
                  ? "Toutes"
                  : undefined
            }
            disabled={operatorId === undefined}
            error={stations.isLoadingError && LOAD_FAILED}
            data={(stations.data ?? []).map(({ id, nom }) => ({ value: String(id), label: nom }))}
            onChange={(ids) => {
              onChange(ids);
              keepLockersOf(ids);
            }}
            searchable
            hidePickedOptions
            nothingFoundMessage={
              stations.isLoadingError
                ? LOAD_FAILED
                : stations.isLoading
                  ? "Chargement…"
                  : "Aucune station"
            }
          />
        )}
      />
      <Controller
        control={control}
        name="casiers"
        render={({ field }) => (
          <MultiSelect
            {...field}
            classNames={picker}
            label="Casiers"
            placeholder={
              chosen.length === 0
                ? "Choisissez d'abord une station"
                : field.value.length === 0
                  ? "Tous"
                  : undefined
            }
            disabled={chosen.length === 0}
            error={failed && LOAD_FAILED}
            data={lockers.map(({ id, nom, station }) => ({
              value: String(id),
              label: withStation ? `${nom} · ${station.nom}` : nom,
            }))}
            searchable
            hidePickedOptions
            nothingFoundMessage={failed ? LOAD_FAILED : loading ? "Chargement…" : "Aucun casier"}
          />
        )}
      />
    </>
  );
}

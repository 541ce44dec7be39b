import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Control, type UseFormSetValue, useController, useWatch } from "react-hook-form";
import { PersonSelect } from "@/entities/account/people/PersonSelect";
import { KINDS } from "@/entities/audit/sentences";
import { lockersQuery } from "@/entities/locker/api";
import { stationsQuery } from "@/entities/station/api";
import { tariffsQuery } from "@/entities/tariff/api";
import { useCan } from "@/session/rights";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";

export type ObjectValues = {
  genre: string;
  /** Where the locker is that is picked. */
  station: string;
  numero: string;
};

type Option = { value: string; label: string };

export const anyOr = (options: Option[]) => [{ value: "", label: "Tous" }, ...options];

const optionsOf = (named: readonly { id: number; nom: string }[]): Option[] =>
  named.map(({ id, nom }) => ({ value: String(id), label: nom }));

/** Adds the chosen number where no name of it is known. */
const withNumber = (options: Option[], numero: string): Option[] =>
  numero === "" || options.some(({ value }) => value === numero)
    ? options
    : [...options, { value: numero, label: `n°\u00a0${numero}` }];

type ObjectFieldsProps<V extends ObjectValues> = {
  control: Control<V>;
  setValue: UseFormSetValue<V>;
  operatorId: number;
};

/** What the lines are about: a kind, and one of it, picked by name where it has one. */
export function ObjectFields<V extends ObjectValues>(props: ObjectFieldsProps<V>) {
  const control = props.control as unknown as Control<ObjectValues>;
  const setValue = props.setValue as unknown as UseFormSetValue<ObjectValues>;
  const { operatorId } = props;
  const [genre, station, numero] = useWatch({ control, name: ["genre", "station", "numero"] });
  const { field: kind } = useController({ control, name: "genre" });
  const { field: place } = useController({ control, name: "station" });
  const { field: one } = useController({ control, name: "numero" });
  const places = useQuery({
    ...stationsQuery(operatorId),
    enabled: genre === "station" || genre === "casier",
  });
  const lockers = useQuery({
    ...lockersQuery(Number(station)),
    enabled: genre === "casier" && station !== "",
  });
  const mayRead = useCan("DROIT_TARIFS_LECTURE");
  const tariffs = useQuery({
    ...tariffsQuery(operatorId),
    enabled: genre === "tarif" && mayRead,
  });
  const stations = optionsOf(places.data ?? []);
  const pick = (label: string, options: Option[]) => (
    <SelectField
      control={control}
      name="numero"
      label={label}
      data={anyOr(withNumber(options, numero))}
    />
  );

  return (
    <>
      <NativeSelect
        {...kind}
        label="Type d'objet"
        data={anyOr(Object.entries(KINDS).map(([value, label]) => ({ value, label })))}
        onChange={(event) => {
          if (genre !== "") setValue("numero", "");
          kind.onChange(event);
        }}
      />
      {genre === "casier" && (
        <NativeSelect
          {...place}
          label="Station du casier"
          data={[{ value: "", label: "Choisir" }, ...stations]}
          onChange={(event) => {
            setValue("numero", "");
            place.onChange(event);
          }}
        />
      )}
      {genre === "casier" && pick("Casier", optionsOf(lockers.data ?? []))}
      {genre === "station" && pick("Station", stations)}
      {genre === "tarif" &&
        pick(
          "Condition tarifaire",
          (tariffs.data ?? []).map(({ id, libelle }) => ({ value: String(id), label: libelle })),
        )}
      {genre === "compte" && (
        <PersonSelect operatorId={operatorId} value={numero} onChange={one.onChange} />
      )}
      {!NAMED.includes(genre) && (
        <TextField
          control={control}
          name="numero"
          label="Numéro de l'objet"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </>
  );
}

/** The kinds that are picked by name. */
const NAMED = ["casier", "station", "tarif", "compte"];

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { ACTIONS, actionLabel } from "@/entities/audit/sentences";
import type { Colleague } from "@/entities/work/api";
import { parseDate } from "@/format/typed";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { day } from "@/kit/filters/kinds";
import { DateField } from "@/ui/form/DateField";
import { SelectField } from "@/ui/form/moreFields";
import { anyOr, ObjectFields } from "./ObjectFields";
import { type AuditSearch, NO_FILTER } from "./search";

const NUMBER = "Un numéro est fait de chiffres";

/** The fields as typed; an empty field filters nothing. */
const schema = v.pipe(
  v.object({
    du: day.typed,
    au: day.typed,
    acteur: v.string(),
    genre: v.string(),
    station: v.string(),
    numero: v.pipe(v.string(), v.trim(), v.regex(/^\d*$/, NUMBER)),
    action: v.string(),
  }),
  v.forward(
    v.check(({ du, au }) => {
      const [first, last] = [parseDate(du), parseDate(au)];
      return first === null || last === null || first <= last;
    }, "La date de fin ne peut précéder la date de début"),
    ["au"],
  ),
  v.forward(
    v.check(
      ({ genre, numero }) => numero === "" || genre !== "",
      "Choisissez d'abord un type d'objet",
    ),
    ["numero"],
  ),
);

type Values = v.InferOutput<typeof schema>;

function valuesOf(search: Partial<AuditSearch>): Values {
  const { du, au, acteur, objet = "", action = "" } = search;
  const [genre = "", numero = ""] = objet.split(":");
  const who = acteur ? String(acteur) : "";
  return { du: day.show(du), au: day.show(au), acteur: who, genre, station: "", numero, action };
}

function searchOf({ du, au, acteur, genre, numero, action }: Values): Partial<AuditSearch> {
  return {
    ...NO_FILTER,
    du: day.read(du),
    au: day.read(au),
    acteur: acteur ? Number(acteur) : undefined,
    objet: genre ? (numero ? `${genre}:${numero}` : genre) : undefined,
    action: action || undefined,
  };
}

const byLabel = (a: { label: string }, b: { label: string }) =>
  a.label.localeCompare(b.label, "fr");
type AuditFiltersProps = {
  search: AuditSearch;
  operatorId: number;
  /** The staff to choose from. */
  staff: readonly Colleague[];
  onApply: (filters: Partial<AuditSearch>) => void;
};

/** The filters of the audit log: when, who, about what, and what was done. */
export function AuditFilters({ search, operatorId, staff, onApply }: AuditFiltersProps) {
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: valuesOf({}) });
  const { control, setValue } = form;
  const people = staff.map(({ id, nom }) => ({ value: String(id), label: nom }));
  const { acteur } = search;
  if (acteur && !staff.some(({ id }) => id === acteur))
    people.push({ value: String(acteur), label: `Compte n°\u00a0${acteur}` });
  return (
    <FilterDialog
      title="Filtres du journal"
      form={form}
      values={valuesOf(search)}
      noValues={valuesOf({})}
      onApply={(values) => onApply(searchOf(values))}
    >
      <DateField control={control} name="du" label="À partir du" />
      <DateField control={control} name="au" label="Jusqu'au" />
      <SelectField control={control} name="acteur" label="Qui" data={anyOr(people)} />
      <SelectField
        control={control}
        name="action"
        label="Action"
        data={[
          { value: "", label: "Toutes" },
          ...ACTIONS.map((value) => ({ value, label: actionLabel(value) })).sort(byLabel),
        ]}
      />
      <ObjectFields control={control} setValue={setValue} operatorId={operatorId} />
    </FilterDialog>
  );
}

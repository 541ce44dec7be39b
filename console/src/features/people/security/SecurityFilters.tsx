import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { FAMILY_OF, type SecurityFamily, type SecurityKind } from "@/api/security";
import { FAMILY_LABELS, KIND_LABELS } from "@/api/securityLabels";
import { parseDate } from "@/format/typed";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { day } from "@/kit/filters/kinds";
import { DateField } from "@/ui/form/DateField";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import { FAMILIES, KINDS, NO_FILTER, type SecuritySearch } from "./search";

const accountNumber = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^([1-9]\d{0,14})?$/, "Un numéro de compte est fait de chiffres"),
);

/** Four numbers with dots, or groups with colons, perhaps with the length of its network. The server knows the rest. */
const ADDRESS =
  /^(((25[0-5]|2[0-4]\d|1?\d{1,2})(\.(?!\/|$)|(?=\/|$))){4}(\/24)?|[\da-f]*:[\da-f:.]+(\/48)?)?$/i;

/** The fields as typed; an empty field filters nothing. */
const schema = v.pipe(
  v.object({
    du: day.typed,
    au: day.typed,
    famille: v.string(),
    type: v.string(),
    compte: accountNumber,
    acteur: accountNumber,
    adresse: v.pipe(
      v.string(),
      v.trim(),
      v.regex(
        ADDRESS,
        "Indiquez une adresse IP, ou un réseau comme 192.0.2.0/24 ou 2001:db8:1::/48",
      ),
    ),
    motif: v.pipe(v.string(), v.trim(), v.maxLength(255)),
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
      ({ famille, type }) => !famille || !type || FAMILY_OF[type as SecurityKind] === famille,
      "Cet événement n'est pas de la famille choisie",
    ),
    ["type"],
  ),
);

type Values = v.InferOutput<typeof schema>;

const valuesOf = (search: Partial<SecuritySearch>): Values => ({
  du: day.show(search.du),
  au: day.show(search.au),
  famille: search.famille ?? "",
  type: search.type ?? "",
  compte: String(search.compte ?? ""),
  acteur: String(search.acteur ?? ""),
  adresse: search.adresse ?? "",
  motif: search.motif ?? "",
});

const searchOf = (values: Values): Partial<SecuritySearch> => ({
  ...NO_FILTER,
  du: day.read(values.du),
  au: day.read(values.au),
  famille: (values.famille || undefined) as SecurityFamily | undefined,
  type: (values.type || undefined) as SecurityKind | undefined,
  compte: Number(values.compte) || undefined,
  acteur: Number(values.acteur) || undefined,
  adresse: values.adresse || undefined,
  motif: values.motif || undefined,
});

type SecurityFiltersProps = {
  search: SecuritySearch;
  onApply: (filters: Partial<SecuritySearch>) => void;
};

/** The filters of the security events: when, what, about whom and from where. */
export function SecurityFilters({ search, onApply }: SecurityFiltersProps) {
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: valuesOf({}) });
  const { control } = form;
  const number = { control, inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <FilterDialog
      title="Filtres de sécurité"
      form={form}
      values={valuesOf(search)}
      noValues={valuesOf({})}
      onApply={(values) => onApply(searchOf(values))}
    >
      <DateField control={control} name="du" label="À partir du" />
      <DateField control={control} name="au" label="Jusqu'au" />
      <SelectField
        control={control}
        name="famille"
        label="Famille"
        data={[
          { value: "", label: "Toutes" },
          ...FAMILIES.map((value) => ({ value, label: FAMILY_LABELS[value] })),
        ]}
      />
      <SelectField
        control={control}
        name="type"
        label="Événement"
        data={[
          { value: "", label: "Tous" },
          ...KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
        ]}
      />
      <TextField {...number} name="compte" label="Numéro du compte concerné" />
      <TextField {...number} name="acteur" label="Numéro du compte de l'acteur" />
      <TextField control={control} name="adresse" label="Adresse ou réseau" autoComplete="off" />
      <TextField control={control} name="motif" label="Motif, en entier" autoComplete="off" />
    </FilterDialog>
  );
}

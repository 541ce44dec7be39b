import { Checkbox, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import * as v from "valibot";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { formatAmount, formatEuros, formatMonth, parseEuros, WEEKDAYS } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { RecordForm } from "@/kit/records/RecordForm";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { TextField } from "@/ui/form/fields";
import { SelectField, SwitchField } from "@/ui/form/moreFields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { type Contract, type ContractInput, contractsQuery, useAddContract } from "./api";
import { hoursInWords } from "./hours";
import { ATTRIBUTIONS, percentOf } from "./words";

const PENALTIES: Record<ContractInput["penalite"], string> = {
  aucune: "Aucune",
  heure: "Par heure manquante",
  point: "Par point manquant",
};

type Props = { operatorId: number; month: string };

/** What the operator has promised of its lockers, and its versions. */
export function ContractBlock({ operatorId, month }: Props) {
  const contracts = useQuery(contractsQuery(operatorId));
  const running = contracts.data?.find(({ aPartirDe }) => aPartirDe <= month);
  return (
    <EditableBlock
      title="Engagement de disponibilité"
      mayEdit={contracts.data !== undefined}
      renderForm={(end) => (
        <ContractForm operatorId={operatorId} month={month} contract={running} onEnd={end} />
      )}
    >
      <QueryState query={contracts} loading={<CardSkeleton lines={3} />}>
        {() => (running ? <Terms contract={running} /> : <None />)}
      </QueryState>
    </EditableBlock>
  );
}

function None() {
  return (
    <Text maw="72ch">
      Aucun engagement n'est saisi pour ce mois&nbsp;: toutes les heures comptent, sans objectif ni
      pénalité.
    </Text>
  );
}

const list = (words: readonly string[]) => words.join(", ") || "Aucune";

function Terms({ contract }: { contract: Contract }) {
  const { heures, penalite, montant } = contract;
  return (
    <Facts
      roomy
      items={[
        { label: "Vaut à partir de", value: formatMonth(contract.aPartirDe) },
        { label: "Objectif", value: contract.objectif ? percentOf(contract.objectif) : "Aucun" },
        {
          label: "Pénalité",
          value:
            penalite === "aucune"
              ? "Aucune"
              : `${formatEuros(montant)}, ${PENALTIES[penalite].toLowerCase()}`,
        },
        { label: "Jours fériés", value: contract.feries ? "Comptent" : "Ne comptent pas" },
        {
          label: "Causes exclues",
          value: list(contract.causesExclues.map((cause) => wordOf(OUTAGE_CAUSES, cause))),
        },
        {
          label: "Attributions exclues",
          value: list(contract.attributionsExclues.map((one) => wordOf(ATTRIBUTIONS, one))),
        },
        {
          label: "Heures qui comptent",
          wide: true,
          value: hoursInWords(heures),
        },
      ]}
    />
  );
}

const wordOf = (words: Record<string, string>, key: string) => words[key] ?? key;

const RANGE = /^$|^\d{2}:\d{2}-\d{2}:\d{2}(, ?\d{2}:\d{2}-\d{2}:\d{2})*$/;
const range = v.pipe(
  v.string(),
  v.trim(),
  v.regex(RANGE, "Saisissez des heures comme 07:00-21:00"),
);

const schema = v.object({
  aPartirDe: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/, "Saisissez un mois, comme 2026-10")),
  objectif: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(\d{1,3}(,\d{1,2})?)?$/, "Saisissez un taux, comme 99,5"),
  ),
  penalite: v.string(),
  montant: v.pipe(v.string(), v.trim()),
  feries: v.boolean(),
  causesExclues: v.array(v.string()),
  attributionsExclues: v.array(v.string()),
  jours: v.array(range),
});

type Values = v.InferInput<typeof schema>;

function valuesOf(contract: Contract | undefined, month: string): Values {
  const hours = contract?.heures ?? [];
  return {
    aPartirDe: month,
    objectif: contract?.objectif ? String(contract.objectif / 100).replace(".", ",") : "",
    penalite: contract?.penalite ?? "aucune",
    montant: contract?.montant ? formatAmount(contract.montant) : "",
    feries: contract?.feries ?? true,
    causesExclues: [...(contract?.causesExclues ?? [])],
    attributionsExclues: [...(contract?.attributionsExclues ?? [])],
    jours: WEEKDAYS.map((_, day) =>
      hours
        .filter(({ jour }) => jour === day + 1)
        .map(({ de, a }) => `${de}-${a}`)
        .join(", "),
    ),
  };
}

function inputOf(values: Values): ContractInput {
  return {
    ...values,
    objectif: Math.round(Number(values.objectif.replace(",", ".")) * 100),
    penalite: values.penalite as ContractInput["penalite"],
    montant: values.penalite === "aucune" ? 0 : (parseEuros(values.montant) ?? 0),
    causesExclues: values.causesExclues as ContractInput["causesExclues"],
    attributionsExclues: values.attributionsExclues as ContractInput["attributionsExclues"],
    heures: values.jours.flatMap((ranges, day) =>
      ranges
        .split(",")
        .filter((one) => one.trim() !== "")
        .map((one) => {
          const [de = "", a = ""] = one.trim().split("-");
          return { jour: day + 1, de, a };
        }),
    ),
  };
}

type FormProps = Props & { contract: Contract | undefined; onEnd: () => void };

function ContractForm({ operatorId, month, contract, onEnd }: FormProps) {
  const { mutateAsync: add } = useAddContract(operatorId);
  return (
    <RecordForm
      schema={schema}
      values={valuesOf(contract, month)}
      write={(values) => add(inputOf(values))}
      done={() => "L'engagement est enregistré."}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
          <TextField
            control={control}
            name="aPartirDe"
            label="À partir du mois"
            hint="D'un mois qui n'est pas clôturé, comme 2026-10"
            required
          />
          <TextField
            control={control}
            name="objectif"
            label="Objectif, en pour cent"
            hint={"Vide\u00a0: aucun"}
          />
          <SelectField
            control={control}
            name="penalite"
            label="Pénalité"
            data={Object.entries(PENALTIES).map(([value, label]) => ({ value, label }))}
          />
          <TextField
            control={control}
            name="montant"
            label="Montant, en euros"
            hint="D'une heure de casier ou d'un point"
          />
          {WEEKDAYS.map((day, i) => (
            <TextField
              key={day}
              control={control}
              name={`jours.${i}`}
              label={`Heures du ${day}`}
              hint={"Comme 07:00-21:00\u00a0; tous les jours vides\u00a0: toutes"}
            />
          ))}
          <SwitchField control={control} name="feries" label="Les jours fériés comptent" />
          <Several
            control={control}
            name="causesExclues"
            label="Causes exclues"
            words={OUTAGE_CAUSES}
          />
          <Several
            control={control}
            name="attributionsExclues"
            label="Attributions exclues"
            words={ATTRIBUTIONS}
          />
        </SimpleGrid>
      )}
    </RecordForm>
  );
}

type SeveralProps = {
  // biome-ignore lint/suspicious/noExplicitAny: the control of this form, whose types RecordForm keeps to itself
  control: any;
  name: "causesExclues" | "attributionsExclues";
  label: string;
  words: Record<string, string>;
};

function Several({ control, name, label, words }: SeveralProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Checkbox.Group label={label} value={field.value} onChange={field.onChange}>
          <SimpleGrid cols={2} spacing="xs" mt="xs">
            {Object.entries(words).map(([value, word]) => (
              <Checkbox key={value} value={value} label={word} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    />
  );
}

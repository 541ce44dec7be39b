import { Chip, Fieldset, Group, Input, Paper, SimpleGrid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import { periodInWords } from "@/entities/tariff/words";
import { WEEKDAYS } from "@/format";
import type { EditedRecord } from "@/kit/records/conflict/useVersions";
import { RecordForm } from "@/kit/records/RecordForm";
import { DateField } from "@/ui/form/DateField";
import { TextField } from "@/ui/form/fields";
import { HourField } from "@/ui/form/HourField";
import { FormPart } from "../draft/draft";
import { type PeriodValues, periodInput, periodSchema, validPart } from "./periodSchema";

type PeriodFormProps = {
  values: PeriodValues;
  autoFocus?: boolean;
  /** The period to change, with the version of its tariff; absent for a new one. */
  record?: EditedRecord<PeriodValues>;
  write: (values: PeriodValues, version?: number) => Promise<unknown>;
  done?: (values: PeriodValues) => string;
  onEnd: () => void;
  /** A further button, apart from those of the form. */
  more?: ReactNode;
  /** Makes the form a part of the save of the whole page, as a new period or with the id of one. */
  draft?: { id?: number };
};

export function PeriodForm({ autoFocus, onEnd, draft, ...record }: PeriodFormProps) {
  return (
    <RecordForm schema={periodSchema} after={onEnd} onCancel={onEnd} {...record}>
      {(form) => (
        <>
          {draft && (
            <FormPart
              name="Plage horaire"
              form={form}
              changes={(typed) => ({ periodes: [{ ...draft, ...periodInput(typed) }] })}
              settle={onEnd}
            />
          )}
          <Stack>
            <TextField
              control={form.control}
              name="libelle"
              label="Libellé de la plage horaire"
              required
              autoComplete="off"
              autoFocus={autoFocus}
            />
            <DaysField control={form.control} />
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
              <DateField
                control={form.control}
                name="debut"
                label="Date de début"
                hint="Facultative"
              />
              <DateField
                control={form.control}
                name="fin"
                label="Date de fin"
                hint="Comprise&nbsp;; facultative"
              />
              <HourField control={form.control} name="heureDebut" label="Heure de début" />
              <HourField
                control={form.control}
                name="heureFin"
                label="Heure de fin"
                hint={"Avant l'heure de début\u00a0: le lendemain"}
              />
            </SimpleGrid>
          </Stack>
          <InWords control={form.control} />
        </>
      )}
    </RecordForm>
  );
}

function DaysField({ control }: { control: Control<PeriodValues> }) {
  const { field, fieldState } = useController({ control, name: "joursSemaine" });
  return (
    <Input.Wrapper
      label="Jours de la semaine"
      labelElement="div"
      description="Aucun jour choisi&nbsp;: tous les jours"
      error={fieldState.error?.message}
      errorProps={{ role: "alert" }}
    >
      <Chip.Group multiple value={field.value} onChange={field.onChange}>
        <Fieldset variant="unstyled" m={0} aria-label="Jours de la semaine">
          <Group gap="xs">
            {WEEKDAYS.map((day, index) => (
              <Chip key={day} value={String(index + 1)}>
                {day}
              </Chip>
            ))}
          </Group>
        </Fieldset>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** The typed period as a sentence. */
function InWords({ control }: { control: Control<PeriodValues> }) {
  const values = useWatch({ control }) as PeriodValues;
  return (
    <Paper mt="md" px="sm" py="xs" bg="var(--selected)" role="status">
      {periodInWords(validPart(values))}.
    </Paper>
  );
}

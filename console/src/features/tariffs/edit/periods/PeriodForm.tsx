import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button, Chip, Input } from "@mantine/core";
import type { ReactNode } from "react";
import { type Control, useController, useForm, useWatch } from "react-hook-form";
import { showServerError } from "@/api/formErrors";
import { DateField } from "@/ui/DateField";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { HourField } from "@/ui/HourField";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { periodInWords } from "@/words/tariffs";
import classes from "../edit.module.css";
import {
  type PeriodValues,
  periodFields,
  periodInput,
  periodSchema,
  validPart,
} from "./periodSchema";

const DAYS = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"];

type PeriodFormProps = {
  values: PeriodValues;
  autoFocus?: boolean;
  write: (body: ReturnType<typeof periodInput>) => Promise<unknown>;
  onSaved: (values: PeriodValues) => void;
  onCancel: () => void;
  /** A further button, separate from those of the form. */
  more?: ReactNode;
};

export function PeriodForm({ values, autoFocus, more, ...on }: PeriodFormProps) {
  const { control, handleSubmit, setError, formState } = useForm<PeriodValues>({
    resolver: valibotResolver(periodSchema),
    defaultValues: values,
  });
  useUnsavedChanges(formState.isDirty);
  useReturnFocus({ onlyIfLost: true });

  const submit = handleSubmit(async (typed) => {
    try {
      await on.write(periodInput(typed));
    } catch (error) {
      showServerError(error, setError, periodFields);
      return;
    }
    on.onSaved(typed);
  });

  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <div className={classes.wide}>
          <TextField
            control={control}
            name="libelle"
            label="Libellé de la plage horaire"
            required
            autoComplete="off"
            autoFocus={autoFocus}
          />
        </div>
        <div className={classes.wide}>
          <DaysField control={control} />
        </div>
        <DateField control={control} name="debut" label="Date de début" hint="Facultative" />
        <DateField control={control} name="fin" label="Date de fin" hint="Comprise ; facultative" />
        <HourField control={control} name="heureDebut" label="Heure de début" />
        <HourField
          control={control}
          name="heureFin"
          label="Heure de fin"
          hint={"Avant l'heure de début\u00a0: le lendemain"}
        />
      </div>
      <InWords control={control} />
      <FormError message={formState.errors.root?.message} />
      <div className={classes.buttons}>
        {more}
        <Button variant="default" onClick={on.onCancel}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}

function DaysField({ control }: { control: Control<PeriodValues> }) {
  const { field, fieldState } = useController({ control, name: "joursSemaine" });
  return (
    <Input.Wrapper
      label="Jours de la semaine"
      labelElement="div"
      description="Aucun jour choisi : tous les jours"
      error={fieldState.error?.message}
      errorProps={{ role: "alert" }}
    >
      <Chip.Group multiple value={field.value} onChange={field.onChange}>
        <fieldset className={classes.chips} aria-label="Jours de la semaine">
          {DAYS.map((day, index) => (
            <Chip key={day} value={String(index + 1)}>
              {day}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** The typed period as a sentence. */
function InWords({ control }: { control: Control<PeriodValues> }) {
  const values = useWatch({ control }) as PeriodValues;
  return (
    <p className={classes.readBack} role="status">
      {periodInWords(validPart(values))}.
    </p>
  );
}

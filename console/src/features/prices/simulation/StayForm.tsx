import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button, Fieldset, Group, Text } from "@mantine/core";
import { type FormEvent, useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { showServerError } from "@/api/formErrors";
import { addMinutes, minutesBetween } from "@/format/localTime";
import { DateField } from "@/ui/form/DateField";
import { FormError } from "@/ui/form/FormError";
import { HourField } from "@/ui/form/HourField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import prices from "../prices.module.css";
import type { SimulatedStay, Simulation } from "./api";
import classes from "./simulation.module.css";
import { endOf, type StayValues, startOf, stayFields, stayInput, staySchema } from "./staySchema";

const QUICK = [
  { label: "1\u00a0h", minutes: 60 },
  { label: "3\u00a0h", minutes: 180 },
  { label: "1 jour", minutes: 1440 },
  { label: "3 jours", minutes: 4320 },
];

type StayFormProps = {
  values: StayValues;
  /** The last simulation, which holds the removal limit. */
  outcome: Simulation | undefined;
  /** The stay of the last simulation. */
  asked: SimulatedStay;
  /** Tells whether the typed stay is another one. */
  onChanged: (changed: boolean) => void;
  busy: boolean;
  /** The server's refusal of the last stay. */
  refusal: Error | null;
  onSimulate: (values: StayValues) => void;
};

export function StayForm({
  values,
  outcome,
  asked,
  onChanged,
  busy,
  refusal,
  onSimulate,
}: StayFormProps) {
  const { control, handleSubmit, setError, setValue, getValues, formState } = useForm<StayValues>({
    resolver: valibotResolver(staySchema),
    defaultValues: values,
  });
  useEffect(() => {
    if (refusal) showServerError(refusal, setError, stayFields);
  }, [refusal, setError]);

  const submit = (event?: FormEvent) => {
    // The dialog may be rendered within a form of the page, which must not be submitted too.
    event?.stopPropagation();
    void handleSubmit(onSimulate)(event);
  };
  const lasting = (minutes: number) => {
    const end = addMinutes(startOf(getValues()), minutes);
    if (end) {
      setValue("fin", end.date);
      setValue("heureFin", end.hour);
    }
    submit();
  };

  const typed = useWatch({ control, defaultValue: values }) as StayValues;
  const stay = stayInput(typed);
  const changed =
    stay.dateDebutSimulation !== asked.dateDebutSimulation ||
    stay.dateFinSimulation !== asked.dateFinSimulation;
  useEffect(() => onChanged(changed), [changed, onChanged]);
  const lasts = minutesBetween(startOf(typed), endOf(typed));
  const removal = outcome && removalMinutes(outcome);
  const quick = removal ? [...QUICK, { label: "Jusqu'à l'enlèvement", minutes: removal }] : QUICK;

  return (
    <form className={prices.form} onSubmit={submit} noValidate>
      <div className={classes.ends}>
        <div className={classes.end}>
          <DateField control={control} name="debut" label="Date de début" required />
          <HourField control={control} name="heureDebut" label="Heure de début" required />
        </div>
        <div className={classes.end}>
          <DateField control={control} name="fin" label="Date de fin" required />
          <HourField control={control} name="heureFin" label="Heure de fin" required />
        </div>
      </div>
      <FormError message={formState.errors.root?.message} />
      <Answers justify="space-between">
        <Fieldset variant="unstyled" m={0} aria-label="Durée">
          <Group gap="xs">
            <Text span c="dimmed" aria-hidden="true">
              Durée
            </Text>
            {quick.map(({ label, minutes }) => (
              <Button
                key={label}
                size="xs"
                variant={minutes === lasts ? "light" : "default"}
                aria-pressed={minutes === lasts}
                onClick={() => lasting(minutes)}
              >
                {label}
              </Button>
            ))}
          </Group>
        </Fieldset>
        <SubmitButton busy={busy}>Simuler</SubmitButton>
      </Answers>
    </form>
  );
}

const MINUTE = 60_000;

function removalMinutes({ dateDebutStationnement, dateEnlevement }: Simulation): number | null {
  if (dateEnlevement === null) return null;
  return (Date.parse(dateEnlevement) - Date.parse(dateDebutStationnement)) / MINUTE;
}

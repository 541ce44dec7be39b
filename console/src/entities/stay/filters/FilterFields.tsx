import { Checkbox, Fieldset } from "@mantine/core";
import type { PropsWithChildren } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import type { Scope } from "@/data/scope";
import { LOCKER_TYPE_WORDS, LOCKER_TYPES } from "@/entities/locker/types";
import type { Operator } from "@/entities/operator/api";
import { REFUND_STATE_WORDS, REFUND_STATES } from "@/entities/payment/statuses";
import { DateField } from "@/ui/form/DateField";
import { TextField } from "@/ui/form/fields";
import { STAY_STATUS_WORDS, STAY_STATUSES, STOP_REASONS } from "../statuses";
import { BoxesField } from "./BoxesField";
import { type FilterValues, STATUS_LABELS } from "./filters";
import classes from "./filters.module.css";
import { PlaceFields } from "./PlaceFields";

export type FilterFieldsProps = {
  form: UseFormReturn<FilterValues>;
  scope: Scope;
  operators?: readonly Operator[];
  /** True on the list of stays. */
  stopReasons?: boolean;
};

/** The filter fields of payments and stays, in groups: the customer, the payment, the place and the stay. */
export function FilterFields({ form, scope, operators, stopReasons }: FilterFieldsProps) {
  const { control } = form;
  const field = { control, autoComplete: "off" } as const;
  return (
    <>
      <Group title="Usager">
        <TextField {...field} name="nom" label="Nom" data-autofocus />
        <TextField {...field} name="prenom" label="Prénom" />
        <TextField {...field} name="email" label="Email" inputMode="email" autoCapitalize="none" />
      </Group>
      <Group title="Paiement">
        <BoxesField
          control={control}
          name="statut"
          label="Statut de paiement"
          options={STATUS_LABELS.map((label) => [label, label])}
        />
        {!stopReasons && (
          <BoxesField
            control={control}
            name="remboursement"
            label="Remboursement"
            options={REFUND_STATES.map((key) => [key, REFUND_STATE_WORDS[key]])}
          />
        )}
        <DateField control={control} name="paiementDu" label="Payé à partir du" />
        <DateField control={control} name="paiementAu" label="Payé jusqu'au" />
        <DateField control={control} name="presentationDu" label="Présenté à partir du" />
        <DateField control={control} name="presentationAu" label="Présenté jusqu'au" />
        <TextField {...field} name="coutMin" label="Coût minimal, en euros" inputMode="decimal" />
        <TextField {...field} name="coutMax" label="Coût maximal, en euros" inputMode="decimal" />
        <TextField
          {...field}
          name="uuid"
          label="Identifiant de transaction"
          hint="Ses premiers caractères suffisent"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Group>
      <Group title="Lieu">
        <PlaceFields form={form} scope={scope} operators={operators} />
        <BoxesField
          control={control}
          name="type"
          label="Type de casier"
          options={LOCKER_TYPES.map((id) => [String(id), LOCKER_TYPE_WORDS[id]])}
        />
      </Group>
      <Group title="Utilisation">
        <BoxesField
          control={control}
          name="utilisation"
          label="Statut de l'utilisation"
          options={STAY_STATUSES.map((key) => [key, STAY_STATUS_WORDS[key]])}
        />
        {stopReasons && (
          <BoxesField
            control={control}
            name="arret"
            label="Motif d'arrêt"
            options={STOP_REASONS.map((key) => [key, STAY_STATUS_WORDS[key]])}
          />
        )}
        <DateField control={control} name="debutDu" label="Utilisation commencée à partir du" />
        <DateField control={control} name="debutAu" label="Utilisation commencée jusqu'au" />
        <DateField control={control} name="finDu" label="Utilisation terminée à partir du" />
        <DateField control={control} name="finAu" label="Utilisation terminée jusqu'au" />
        <TextField {...field} name="dureeMin" label="Durée minimale" hint={DURATION_HINT} />
        <TextField {...field} name="dureeMax" label="Durée maximale" hint={DURATION_HINT} />
        {scope === undefined && (
          <Controller
            control={control}
            name="tests"
            render={({ field: { value, onChange, ...box } }) => (
              <Checkbox
                {...box}
                checked={!value}
                onChange={({ currentTarget }) => onChange(!currentTarget.checked)}
                className={classes.whole}
                label="Exclure les utilisations de test"
              />
            )}
          />
        )}
      </Group>
    </>
  );
}

function Group({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <Fieldset variant="unstyled" legend={title} className={classes.group}>
      {children}
    </Fieldset>
  );
}

const DURATION_HINT = "En heures\u00a0: 2, 1h30\u00a0; ou 45 min";

import { Button, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { asApiError } from "@/api/errors";
import { personName } from "@/entities/account/names";
import { isSpace } from "@/entities/locker/space";
import type { Payment } from "@/entities/payment/types";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatAmount, formatEuros, formatLong } from "@/format";
import { useServerForm } from "@/kit/records/useServerForm";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { DateField } from "@/ui/form/DateField";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { HourField } from "@/ui/form/HourField";
import { SelectField, TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { type Fact, Facts } from "@/ui/layout/Facts";
import money from "../../money.module.css";
import { ACTION_LABELS, isByHand, isStay, NBSP, placeOf } from "../wording";
import { type ActionRequest, refundEstimateQuery } from "./api";
import {
  CAUSES,
  causesOf,
  openRequest,
  REFUND_MEANS,
  type RefundValues,
  refundRequest,
  refundSchema,
  refundValues,
  remainingOf,
  trueEnd,
} from "./refundSchema";

type RefundFormProps = {
  payment: Payment;
  /** Asks managers for the refund instead of doing it. */
  asks: boolean;
  onBack: () => void;
  onSend: (request: ActionRequest) => Promise<void>;
};

/** Gives back some of a payment, or asks managers to; the amount is worked out of the cause. */
export function RefundForm({ payment, asks, onBack, onSend }: RefundFormProps) {
  const byHand = isByHand(payment) && !asks;
  const { form, submit } = useServerForm({
    schema: refundSchema(payment, asks),
    values: refundValues(payment),
    fields: { fin: "heure" },
    write: (values) => onSend(refundRequest(payment, asks, values)),
  });
  const { control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);
  const values = form.watch();
  const estimate = useEstimate(payment, values, (montant) =>
    form.setValue("montant", formatAmount(montant), { shouldDirty: true }),
  );
  const action = asks ? "demander-remboursement" : "rembourser";

  return (
    <form className={money.form} onSubmit={submit} noValidate>
      <Facts roomy items={factsOf(payment)} />
      {payment.utilisations.filter(isStay).map((stay) => (
        <PriceLines
          key={stay.id}
          lines={stay.occupationPrix.lignes ?? []}
          totalLabel="Payé"
          total={payment.montant}
        />
      ))}
      <Text className={money.long}>{descriptionOf(payment, asks)}</Text>
      <SelectField
        control={control}
        name="cause"
        label="Cause"
        data={causesOf(payment).map((value) => ({ value, label: CAUSES[value] }))}
        required
      />
      {values.cause === "fin_corrigee" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateField control={control} name="jour" label="Date de fin" required />
          <HourField
            control={control}
            name="heure"
            label="Heure de fin"
            hint="Heure de Paris."
            required
          />
        </SimpleGrid>
      )}
      {!errors.heure && estimate}
      {byHand && (
        <SelectField
          control={control}
          name="type"
          label="Mode de paiement"
          data={[{ value: "", label: "Choisir" }, ...REFUND_MEANS]}
          required
          autoFocus
        />
      )}
      <TextField
        control={control}
        name="montant"
        label={`Montant ${asks ? "demandé" : "à rembourser"}, en euros`}
        inputMode="decimal"
        autoComplete="off"
        required
        autoFocus={!byHand}
      />
      <TextareaField control={control} name="commentaire" label="Commentaire" required />
      <FormError message={errors.root?.message} />
      <Answers>
        <Button variant="default" disabled={isSubmitting} onClick={onBack}>
          Retour
        </Button>
        <SubmitButton busy={isSubmitting}>{ACTION_LABELS[action]}</SubmitButton>
      </Answers>
    </form>
  );
}

/** Works the right price out of the cause, fills the amount in whenever the cause changes, and returns what explains it. */
function useEstimate(payment: Payment, values: RefundValues, fill: (cents: number) => void) {
  const { cause } = values;
  const end = trueEnd(payment, values);
  const isAsked = cause !== "autre" && (cause !== "fin_corrigee" || end !== undefined);
  const query = useQuery({
    ...refundEstimateQuery(payment.id, cause, end),
    enabled: isAsked,
    retry: false,
  });
  const chosen = `${cause} ${end ?? ""}`;
  // A request comes with its amount, which stays as long as its cause does.
  const filled = useRef(chosen);
  const amount = isAsked ? query.data?.montant : remainingOf(payment);
  useEffect(() => {
    if (filled.current === chosen || amount === undefined) return;
    filled.current = chosen;
    fill(amount);
  });
  if (!isAsked) return null;
  if (query.isError) {
    const { violations, message } = asApiError(query.error);
    return <FormError message={violations[0]?.message ?? message} />;
  }
  if (!query.data) return null;
  const { prixJuste, montant, lignes } = query.data;
  if (prixJuste === null)
    return <Text c="dimmed">Le prix de cette utilisation ne peut être calculé à nouveau.</Text>;
  return (
    <div role="status">
      <PriceLines lines={lignes ?? []} totalLabel="Prix calculé" total={prixJuste} />
      <Text fw={600}>
        {montant > 0 ? `À rembourser${NBSP}: ${formatEuros(montant)}` : "Rien n'est à rembourser."}
      </Text>
    </div>
  );
}

function factsOf(payment: Payment): Fact[] {
  const request = openRequest(payment);
  const facts: (Fact | false | null)[] = [
    { label: "Usager", value: personName(payment) },
    ...payment.utilisations.map((paid) =>
      isStay(paid)
        ? {
            label: isSpace(paid.casier) ? "Espace" : "Casier",
            value: placeOf(payment),
          }
        : { label: "Abonnement", value: placeOf(payment) },
    ),
    ...payment.utilisations.filter(isStay).map(({ debutOccupation, finOccupation }) => ({
      label: "Utilisation",
      value: `Du ${formatLong(debutOccupation)} au ${finOccupation ? formatLong(finOccupation) : "–"}`,
      wide: true,
    })),
    { label: "Payé", value: formatEuros(payment.montant) },
    payment.rembourse > 0 && {
      label: "Déjà remboursé ou demandé",
      value: formatEuros(payment.rembourse),
    },
    request && {
      label: `Demandé par ${request.par?.nom ?? "une clé"}`,
      value: `${formatEuros(request.montant)}${NBSP}: «${NBSP}${request.commentaire}${NBSP}»`,
      wide: true,
    },
  ];
  return facts.filter((fact) => Boolean(fact)) as Fact[];
}

function descriptionOf(payment: Payment, asks: boolean): string {
  const left = formatEuros(remainingOf(payment));
  if (asks)
    return `Un gestionnaire trouvera la demande dans «${NBSP}À traiter${NBSP}». Au plus ${left}.`;
  return (
    `Sur les ${formatEuros(payment.montant)} payés, ${left} peuvent être remboursés.` +
    (isByHand(payment)
      ? ` À vous de les rendre${NBSP}: rien n'est demandé au prestataire de paiement.`
      : "")
  );
}

import { Button, Text } from "@mantine/core";
import { ofName, personName } from "@/entities/account/names";
import type { Payment } from "@/entities/payment/types";
import { formatEuros } from "@/format";
import { useServerForm } from "@/kit/records/useServerForm";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { FormError } from "@/ui/form/FormError";
import { SelectField, TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import money from "../../money.module.css";
import { ACTION_LABELS, NBSP } from "../wording";
import { actionSchema, isUncommented, MEANS, requestOf, type SimpleAction } from "./actionSchema";
import type { ActionRequest } from "./api";

type ActionStepProps = {
  action: SimpleAction;
  payment: Payment;
  onBack: () => void;
  onSend: (request: ActionRequest) => Promise<void>;
};

/** Describes the action about to be done. */
function descriptionOf(action: SimpleAction, payment: Payment): string {
  const amount = formatEuros(payment.montant);
  const whose = ofName(personName(payment));
  switch (action) {
    case "manual":
      return `Le paiement de ${amount} ${whose} a été réglé autrement.`;
    case "generer-ordre":
      return `Le paiement de ${amount} ${whose} sera présenté une fois de plus.`;
    case "annuler":
      return `Le paiement de ${amount} ${whose} ne sera plus demandé.`;
    case "refuser-remboursement":
      return `Rien ne sera remboursé ${whose}. Qui l'a demandé lira votre réponse sur le paiement.`;
    case "retirer-remboursement":
      return `La demande de remboursement du paiement ${whose} n'attendra plus de réponse. Vous pourrez en faire une autre.`;
    case "switch-gratuit":
      return `Voulez-vous vraiment ne pas faire payer l'utilisation ${whose}${NBSP}?`;
  }
}

/** Shown when the server fails, as opposed to refusing. */
const FAILURES: Partial<Record<SimpleAction, string>> = {
  "generer-ordre": "Une erreur serveur est survenue lors de la génération de l'ordre de paiement.",
  annuler: "Une erreur serveur est survenue lors de l'annulation du paiement.",
};

const RED: SimpleAction[] = ["annuler", "refuser-remboursement", "retirer-remboursement"];

/** The form of one action. It replaces the details in the dialog instead of opening a second dialog. */
export function ActionStep({ action, payment, onBack, onSend }: ActionStepProps) {
  const { form, submit } = useServerForm({
    schema: actionSchema(action),
    values: { type: "", commentaire: "" },
    write: (values) => onSend(requestOf(action, values)),
    showRefusal: ({ status }, { setError }) => {
      const failure = status >= 500 && FAILURES[action];
      if (failure) setError("root", { message: failure });
      return Boolean(failure);
    },
  });
  const { control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);

  return (
    <form className={money.form} onSubmit={submit} noValidate>
      <Text className={money.long} id="acte-sur-le-paiement">
        {descriptionOf(action, payment)}
      </Text>
      {action === "manual" && (
        <SelectField
          control={control}
          name="type"
          label="Mode de paiement"
          data={[{ value: "", label: "Choisir" }, ...MEANS]}
          required
          autoFocus
        />
      )}
      {!isUncommented(action) && (
        <TextareaField
          control={control}
          name="commentaire"
          label={action === "refuser-remboursement" ? "Réponse" : "Commentaire"}
          required
          autoFocus={action !== "manual"}
        />
      )}
      <FormError message={errors.root?.message} />
      <Answers>
        <Button
          variant="default"
          disabled={isSubmitting}
          autoFocus={isUncommented(action)}
          onClick={onBack}
          aria-describedby={isUncommented(action) ? "acte-sur-le-paiement" : undefined}
        >
          Retour
        </Button>
        <SubmitButton busy={isSubmitting} color={RED.includes(action) ? "red" : undefined}>
          {action === "switch-gratuit" ? "Confirmer" : ACTION_LABELS[action]}
        </SubmitButton>
      </Answers>
    </form>
  );
}

import { Button, Modal, Text } from "@mantine/core";
import * as v from "valibot";
import { DIFFERENCE_MEANINGS, differenceState, MOVEMENT_KINDS } from "@/entities/difference/words";
import { formatEuros } from "@/format";
import { useServerForm } from "@/kit/records/useServerForm";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import money from "../money.module.css";
import { type Difference, useExplainDifference } from "./api";

const schema = v.object({
  commentaire: v.pipe(v.string(), v.trim(), v.nonEmpty("Le commentaire est obligatoire.")),
});

type ExplainModalProps = {
  difference: Difference;
  operatorId: number;
  /** Nothing tells whose it is. */
  orphan: boolean;
  onClose: () => void;
};

/** Explains a difference, which then waits for nobody any more. */
export function ExplainModal({ difference, operatorId, orphan, onClose }: ExplainModalProps) {
  useReturnFocus();
  const { mutateAsync: explain } = useExplainDifference(operatorId, orphan);
  const { form, submit } = useServerForm({
    schema,
    values: { commentaire: "" },
    write: async ({ commentaire }) => {
      await explain({ id: difference.id, commentaire });
      notifySuccess("L'écart est expliqué.");
      onClose();
    },
  });
  const { control, formState } = form;
  const { etat, type, montant, montantPrestataire } = difference;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Expliquer l'écart"
      size="md"
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <form className={money.form} onSubmit={submit} noValidate>
        <Text>
          {MOVEMENT_KINDS[type] ?? type}, {differenceState(etat).toLowerCase()}&nbsp;:{" "}
          {formatEuros(montant)} chez nous, {formatEuros(montantPrestataire)} chez le prestataire.{" "}
          {DIFFERENCE_MEANINGS[etat]}
        </Text>
        <TextareaField
          control={control}
          name="commentaire"
          label="Commentaire"
          hint="Ce qui s'est passé, pour qui lira les comptes. Aucun montant n'est corrigé."
          required
          autoFocus
        />
        <FormError message={formState.errors.root?.message} />
        <Answers>
          <Button variant="default" onClick={onClose}>
            Retour
          </Button>
          <SubmitButton busy={formState.isSubmitting}>Expliquer</SubmitButton>
        </Answers>
      </form>
    </Modal>
  );
}

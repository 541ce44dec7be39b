import { Text } from "@mantine/core";
import * as v from "valibot";
import { DIFFERENCE_MEANINGS, differenceState, MOVEMENT_KINDS } from "@/entities/difference/words";
import { formatEuros } from "@/format";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { TextareaField } from "@/ui/form/moreFields";
import { type Difference, useExplainDifference } from "./api";

const schema = v.object({
  commentaire: v.pipe(v.string(), v.trim(), v.nonEmpty("Le commentaire est obligatoire.")),
});

type ExplainModalProps = {
  difference: Pick<Difference, "id" | "etat" | "type" | "montant" | "montantPrestataire">;
  operatorId: number;
  /** Nothing tells whose it is. */
  orphan: boolean;
  onClose: () => void;
};

/** Explains a difference, which then waits for nobody any more. */
export function ExplainModal({ difference, operatorId, orphan, onClose }: ExplainModalProps) {
  const { mutateAsync: explain } = useExplainDifference(operatorId, orphan);
  const { etat, type, montant, montantPrestataire } = difference;
  return (
    <FormModal
      title="Expliquer l'écart"
      submit="Expliquer"
      onClose={onClose}
      schema={schema}
      values={{ commentaire: "" }}
      write={async ({ commentaire }) => {
        await explain({ id: difference.id, commentaire });
        notifySuccess("L'écart est expliqué.");
      }}
    >
      {({ control }) => (
        <>
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
        </>
      )}
    </FormModal>
  );
}

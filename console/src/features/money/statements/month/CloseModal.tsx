import { Button, Modal, Text } from "@mantine/core";
import * as v from "valibot";
import { capitalised, formatEuros, formatMonth } from "@/format";
import { bounded } from "@/format/bounded";
import { useServerForm } from "@/kit/records/useServerForm";
import { UnsavedProvider, useConfirmLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { FormError } from "@/ui/form/FormError";
import { TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { Bullets } from "@/ui/layout/Bullets";
import money from "../../money.module.css";
import type { Statement, useCloseMonth } from "../api";
import { leftToDo } from "./LeftToDo";

const CONSEQUENCES = [
  "Ses chiffres sont figés et scellés\u00a0: rien de ce qui y est daté ne changera plus.",
  "Ce qui viendra ensuite, même le remboursement d'un paiement de ce mois, sera daté du mois ouvert.",
  "Une clôture ne se défait pas.",
];

const schemaOf = (needsComment: boolean) =>
  v.object({
    commentaire: needsComment
      ? v.pipe(bounded, v.nonEmpty("Le commentaire est obligatoire."))
      : bounded,
    compris: v.boolean(),
  });

type CloseModalProps = {
  statement: Statement;
  close: ReturnType<typeof useCloseMonth>["mutateAsync"];
  onClose: () => void;
};

/** Closes a month, once what is left to do and what follows is read. */
export function CloseModal(props: CloseModalProps) {
  return (
    <UnsavedProvider>
      <Question {...props} />
    </UnsavedProvider>
  );
}

function Question({ statement, close, onClose }: CloseModalProps) {
  useReturnFocus();
  const confirmLoss = useConfirmLoss();
  const month = formatMonth(statement.mois);
  const needsComment = (statement.resteAFaire?.ecarts ?? 0) > 0;
  const left = leftToDo(statement);
  const { form, submit } = useServerForm({
    schema: schemaOf(needsComment),
    values: { commentaire: "", compris: false },
    write: async ({ commentaire }) => {
      await close({ commentaire });
      notifySuccess(`${capitalised(month)} est clôturé.`);
      onClose();
    },
  });
  const { control, formState, watch } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);
  const leave = async () => {
    if (!isSubmitting && (await confirmLoss())) onClose();
  };
  return (
    <Modal
      opened
      onClose={leave}
      closeOnClickOutside={false}
      returnFocus={false}
      title="Clôturer le mois"
      size="lg"
    >
      <form className={money.form} onSubmit={submit} noValidate>
        <Text>
          Voulez-vous clôturer {month}, avec un solde exigible de{" "}
          {formatEuros(statement.soldeCloture)}&nbsp;?
        </Text>
        {left.length > 0 && (
          <div>
            <Text fw={550} mb={6}>
              Il reste à faire&nbsp;:
            </Text>
            <Bullets items={left.map(({ sentence }) => sentence)} />
          </div>
        )}
        <Bullets items={CONSEQUENCES} />
        <TextareaField
          control={control}
          name="commentaire"
          label="Commentaire"
          hint={
            needsComment
              ? "Pourquoi ce mois est clôturé avec des écarts que personne n'a expliqués. Il reste avec la clôture."
              : "Il reste avec la clôture."
          }
          required={needsComment}
        />
        <CheckboxField control={control} name="compris" label="Je comprends" />
        <FormError message={errors.root?.message} />
        <Answers>
          <Button variant="default" disabled={isSubmitting} onClick={leave}>
            Retour
          </Button>
          <SubmitButton busy={isSubmitting} disabled={!watch("compris")}>
            Clôturer le mois
          </SubmitButton>
        </Answers>
      </form>
    </Modal>
  );
}

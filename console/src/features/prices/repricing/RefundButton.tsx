import { Button, Modal, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as v from "valibot";
import { counted, formatEuros } from "@/format";
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
import prices from "../prices.module.css";
import { type Repricing, useCreateBatch } from "./api";
import classes from "./repricing.module.css";

/** Leads to the question before the refunds: it tells their number and their sum again. */
export function RefundButton({ repricing }: { repricing: Repricing }) {
  const [asking, setAsking] = useState(false);
  const { nombre, somme } = repricing.aRembourser;
  return (
    <Answers justify="space-between">
      <Text maw="80ch">
        <strong>{counted(nombre, "utilisation")}</strong> à rembourser, pour{" "}
        <strong>{formatEuros(somme)}</strong>
        &nbsp;: ce qui a été encaissé par carte, sans ce qui a déjà été rendu.
      </Text>
      <Button onClick={() => setAsking(true)}>Rembourser les trop-perçus</Button>
      {asking && (
        <UnsavedProvider>
          <RefundModal repricing={repricing} onClose={() => setAsking(false)} />
        </UnsavedProvider>
      )}
    </Answers>
  );
}

const schema = v.object({
  commentaire: v.pipe(bounded, v.nonEmpty("Le commentaire est obligatoire.")),
  lettre: v.boolean(),
  compris: v.pipe(
    v.boolean(),
    v.check((ticked) => ticked, "Cochez cette case pour confirmer que vous avez compris."),
  ),
});

type RefundModalProps = { repricing: Repricing; onClose: () => void };

function RefundModal({ repricing, onClose }: RefundModalProps) {
  useReturnFocus();
  const navigate = useNavigate();
  const confirmLoss = useConfirmLoss();
  const { mutateAsync: refund } = useCreateBatch(repricing.id);
  const { nombre, somme } = repricing.aRembourser;
  const { form, submit } = useServerForm({
    schema,
    values: { commentaire: "", lettre: false, compris: false },
    write: async (typed) => {
      const { id } = await refund({ ...typed, nombre, somme });
      notifySuccess("Le lot de remboursements est en préparation.");
      await navigate({ to: "/lots/$id", params: { id: String(id) }, ignoreBlocker: true });
    },
  });
  const { control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);
  const close = async () => {
    if (!isSubmitting && (await confirmLoss())) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      returnFocus={false}
      title="Rembourser les trop-perçus"
      size="lg"
    >
      <form className={prices.form} onSubmit={submit} noValidate>
        <Text maw="80ch">
          <strong>{counted(nombre, "utilisation")}</strong>{" "}
          {nombre > 1 ? "seront remboursées" : "sera remboursée"}, pour{" "}
          <strong>{formatEuros(somme)}</strong> en tout.
        </Text>
        <ul className={classes.consequences}>
          <li>Chaque personne reçoit son trop-perçu sur sa carte, et un avoir est numéroté.</li>
          <li>Une utilisation n'est remboursée qu'une fois, même par un autre lot.</li>
          <li>Le lot peut être mis en pause, mais un remboursement fait ne se reprend pas.</li>
        </ul>
        <TextareaField
          control={control}
          name="commentaire"
          label="Commentaire"
          hint="Il reste avec chaque remboursement."
          required
          autoFocus
        />
        <CheckboxField
          control={control}
          name="lettre"
          label="Écrire à chaque personne remboursée, avec les deux explications du prix"
        />
        <CheckboxField control={control} name="compris" label="Je comprends" />
        <FormError message={errors.root?.message} />
        <Answers>
          <Button variant="default" disabled={isSubmitting} onClick={close}>
            Retour
          </Button>
          <SubmitButton busy={isSubmitting}>Rembourser {formatEuros(somme)}</SubmitButton>
        </Answers>
      </form>
    </Modal>
  );
}

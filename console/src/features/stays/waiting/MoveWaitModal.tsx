import { Button, Modal, Stack, Text } from "@mantine/core";
import * as v from "valibot";
import type { Wait } from "@/entities/waiting/api";
import { formatCount } from "@/format";
import { bounded } from "@/format/bounded";
import { useServerForm } from "@/kit/records/useServerForm";
import { useConfirmLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { customerName } from "../customerName";
import { useMoveWait } from "./api";

const schema = v.object({
  rang: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[1-9][0-9]{0,5}$/, "Le rang est un nombre à partir de 1."),
  ),
  commentaire: v.pipe(bounded, v.nonEmpty("Le commentaire est obligatoire.")),
});

/** Asks for the new rank of somebody who waits, and why. */
export function MoveWaitModal({ wait, onClose }: { wait: Wait; onClose: () => void }) {
  useReturnFocus();
  const confirmLoss = useConfirmLoss();
  const { mutateAsync: move } = useMoveWait(wait.id);
  const { form, submit } = useServerForm({
    schema,
    values: { rang: String(wait.rang ?? 1), commentaire: "" },
    write: async ({ rang, commentaire }) => {
      const { rang: now } = await move({ rang: Number(rang), commentaire });
      notifySuccess(`Le rang est maintenant le ${formatCount(now ?? 1)}.`);
      onClose();
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
      title="Changer le rang"
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>
            {customerName(wait.utilisateur)} attend «&nbsp;{wait.tarif.nom}&nbsp;». Les autres
            gardent leur ordre.
          </Text>
          <TextField
            control={control}
            name="rang"
            label="Rang"
            hint="Au-delà du dernier, le dernier."
            required
            inputMode="numeric"
            autoComplete="off"
            autoFocus
          />
          <TextareaField
            control={control}
            name="commentaire"
            label="Commentaire"
            hint="Pourquoi ce rang change. Il reste avec l'attente."
            required
          />
          <FormError message={errors.root?.message} />
          <Answers>
            <Button variant="default" disabled={isSubmitting} onClick={close}>
              Retour
            </Button>
            <SubmitButton busy={isSubmitting}>Changer le rang</SubmitButton>
          </Answers>
        </Stack>
      </form>
    </Modal>
  );
}

import { Button, Modal, type ModalProps, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { UnsavedProvider, useConfirmLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { type Form, type ServerFormOptions, useServerForm } from "./useServerForm";

type FormModalProps<V extends FieldValues, O extends FieldValues, A> = ServerFormOptions<
  V,
  O,
  A
> & {
  title: string;
  /** The words of the submit button, and its color where the act takes something away. */
  submit: string;
  color?: "red";
  size?: ModalProps["size"];
  /** Also called once it is written. */
  onClose: () => void;
  children: (form: Form<V, O>) => ReactNode;
};

/** The dialog of one act: its fields, the error of the whole form, « Retour », which asks before typed text is lost, and its button. */
export function FormModal<V extends FieldValues, O extends FieldValues, A>(
  props: FormModalProps<V, O, A>,
) {
  return (
    <UnsavedProvider>
      <FormDialog {...props} />
    </UnsavedProvider>
  );
}

function FormDialog<V extends FieldValues, O extends FieldValues, A>({
  title,
  submit: label,
  color,
  size,
  onClose,
  children,
  ...options
}: FormModalProps<V, O, A>) {
  useReturnFocus();
  const confirmLoss = useConfirmLoss();
  const { form, submit } = useServerForm({
    ...options,
    write: async (values: O) => {
      await options.write(values);
      onClose();
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
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
      title={title}
      size={size}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {children(form)}
          <FormError message={errors.root?.message} />
          <Answers>
            <Button variant="default" disabled={isSubmitting} onClick={close}>
              Retour
            </Button>
            <SubmitButton busy={isSubmitting} color={color}>
              {label}
            </SubmitButton>
          </Answers>
        </Stack>
      </form>
    </Modal>
  );
}

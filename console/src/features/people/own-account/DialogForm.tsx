import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FormActions } from "@/kit/records/FormActions";
import { type Form, type ServerFormOptions, useServerForm } from "@/kit/records/useServerForm";
import { FormError } from "@/ui/form/FormError";

type DialogFormProps<V extends FieldValues, O extends FieldValues, A> = ServerFormOptions<
  V,
  O,
  A
> & {
  onCancel: () => void;
  /** The words of the submit button. */
  submit?: string;
  children: (form: Form<V, O>) => ReactNode;
};

/** The form of a dialog: its fields, the error of the whole form, « Annuler » and its button. */
export function DialogForm<V extends FieldValues, O extends FieldValues, A>({
  onCancel,
  submit: label,
  children,
  ...options
}: DialogFormProps<V, O, A>) {
  const { form, submit } = useServerForm(options);
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {children(form)}
        <FormError message={errors.root?.message} />
      </Stack>
      <FormActions busy={isSubmitting} submit={label} onCancel={onCancel} />
    </form>
  );
}

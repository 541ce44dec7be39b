import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { FormError } from "@/ui/FormError";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { FormActions } from "./FormActions";
import { type RecordFormOptions, useRecordForm } from "./useRecordForm";
import type { Form } from "./useServerForm";

type RecordFormProps<V extends FieldValues, O extends FieldValues, A> = RecordFormOptions<
  V,
  O,
  A
> & {
  onCancel?: () => void;
  /** The label of the submit button. */
  submit?: string;
  /** Further buttons, apart from those of the form. */
  more?: ReactNode;
  className?: string;
  children: (form: Form<V, O>) => ReactNode;
};

/** The form of a record: its fields, the error of the whole form, « Annuler » and « Enregistrer ». */
export function RecordForm<V extends FieldValues, O extends FieldValues, A>({
  onCancel,
  submit: label,
  more,
  className,
  children,
  ...options
}: RecordFormProps<V, O, A>) {
  const { form, submit, aside } = useRecordForm(options);
  const { errors, isSubmitting } = form.formState;
  useReturnFocus({ onlyIfLost: true });
  return (
    <form className={className} onSubmit={submit} noValidate>
      {children(form)}
      {aside}
      <FormError message={errors.root?.message} />
      <FormActions busy={isSubmitting} onCancel={onCancel} submit={label}>
        {more}
      </FormActions>
    </form>
  );
}

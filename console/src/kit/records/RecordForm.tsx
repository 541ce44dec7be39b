import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { isOfWholeForm } from "@/format/rules";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { FormError } from "@/ui/form/FormError";
import { SaidAtTop } from "@/ui/form/fields";
import { FormActions } from "./FormActions";
import { type RecordFormOptions, useRecordForm } from "./useRecordForm";
import type { Form } from "./useServerForm";

type RecordFormProps<V extends FieldValues, O extends FieldValues, A> = RecordFormOptions<
  V,
  O,
  A
> & {
  onCancel?: () => void;
  /** `onCancel` asks by itself whether to lose what is typed. */
  cancelAsks?: boolean;
  /** The label of the submit button. */
  submit?: string;
  /** Further buttons, apart from those of the form. */
  more?: ReactNode;
  className?: string;
  children: (form: Form<V, O>) => ReactNode;
};

/** The form of a record: what all its fields lack, its fields, the error of the whole form, « Annuler » and « Enregistrer ». */
export function RecordForm<V extends FieldValues, O extends FieldValues, A>({
  onCancel,
  cancelAsks = false,
  submit: label,
  more,
  className,
  children,
  ...options
}: RecordFormProps<V, O, A>) {
  const { form, submit, writing, aside } = useRecordForm(options);
  const { errors, isDirty } = form.formState;
  const { root, ...ofFields } = errors;
  const sentences = Object.values(ofFields).map((error) => error?.message?.toString());
  useReturnFocus({ onlyIfLost: true });
  return (
    <form className={className} onSubmit={submit} noValidate>
      <FormError message={sentences.find(isOfWholeForm)} />
      <SaidAtTop value>{children(form)}</SaidAtTop>
      {aside}
      <FormError message={root?.message} />
      <FormActions
        busy={writing}
        onCancel={onCancel}
        changed={isDirty && !cancelAsks}
        submit={label}
      >
        {more}
      </FormActions>
    </form>
  );
}

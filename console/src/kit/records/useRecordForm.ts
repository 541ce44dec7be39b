import { valibotResolver } from "@hookform/resolvers/valibot";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type { GenericSchema } from "valibot";
import { type ApiError, asApiError } from "@/api/errors";
import { showServerError } from "@/api/formErrors";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { useUnsavedChanges } from "@/ui/unsaved";
import type { Question } from "./useConfirmedWrite";

export type Form<V extends FieldValues, O> = UseFormReturn<V, unknown, O>;

export interface RecordFormOptions<V extends FieldValues, O extends FieldValues, A> {
  /** The rules of the typed values. */
  schema: GenericSchema<V, O>;
  /** What the form starts with. */
  values: V;
  /** Takes over newer `values` in the fields that are not edited. */
  live?: boolean;
  /** The fields whose names in the API differ from those of the form. */
  fields?: Partial<Record<string, FieldPath<V>>>;
  /** The confirmation to ask for; absent or undefined when there is none. */
  question?: (values: O) => Question | undefined;
  write: (values: O) => Promise<A>;
  /** The sentence shown once it is written. */
  done?: (values: O, answer: A) => string;
  /** What comes next: another page, or the end of editing. */
  after?: (answer: A, form: Form<V, O>) => unknown;
  /** Shows a refusal in a way of its own; false where it leaves it to the form. */
  showRefusal?: (refusal: ApiError, form: Form<V, O>, isAtField: boolean) => boolean;
}

/**
 * A form that writes a record: confirmation, write, sentence, what comes next. A violation at a field closes
 * the confirmation and is shown at that field, which takes the focus; any other refusal is shown in the
 * confirmation, which stays open, or above the buttons when there is none. Leaving the page asks first while
 * typed values are not saved.
 */
export function useRecordForm<V extends FieldValues, O extends FieldValues, A>(
  options: RecordFormOptions<V, O, A>,
) {
  const { values, question, write, done, after } = options;
  const confirm = useConfirm();
  const form = useForm<V, unknown, O>({
    resolver: valibotResolver(options.schema),
    defaultValues: values as DefaultValues<V>,
    ...(options.live && { values, resetOptions: { keepDirtyValues: true } }),
  });
  useUnsavedChanges(form.formState.isDirty);

  const fields = {
    ...Object.fromEntries(Object.keys(values).map((name) => [name, name as FieldPath<V>])),
    ...options.fields,
  };
  const isAtField = (error: unknown) =>
    asApiError(error).violations.some(({ propertyPath }) => fields[propertyPath]);
  const show = (error: unknown) => {
    if (options.showRefusal?.(asApiError(error), form, isAtField(error))) return;
    showServerError(error, form.setError, fields);
  };

  const send = async (typed: O) => {
    const asked = question?.(typed);
    const outcome: { written?: { answer: A }; refusal?: unknown } = {};
    const attempt = async () => {
      try {
        outcome.written = { answer: await write(typed) };
      } catch (error) {
        if (asked && !isAtField(error)) throw error;
        outcome.refusal = error;
      }
    };
    if (asked) await confirm({ ...asked, onConfirm: attempt });
    else await attempt();
    if (outcome.refusal) show(outcome.refusal);
    if (!outcome.written) return;
    const { answer } = outcome.written;
    if (done) notifySuccess(done(typed, answer));
    await after?.(answer, form);
  };

  return { form, send, submit: form.handleSubmit(send) };
}

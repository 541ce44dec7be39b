import type { FieldValues } from "react-hook-form";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { useUnsavedChanges } from "@/ui/unsaved";
import type { Question } from "./useConfirmedWrite";
import { type Form, type ServerFormOptions, useServerForm } from "./useServerForm";

export interface RecordFormOptions<V extends FieldValues, O extends FieldValues, A>
  extends ServerFormOptions<V, O, A> {
  /** The confirmation to ask for; absent or undefined when there is none. */
  question?: (values: O) => Question | undefined;
  /** The sentence shown once it is written. */
  done?: (values: O, answer: A) => string;
  /** What comes next: another page, or the end of editing. */
  after?: (answer: A, form: Form<V, O>) => unknown;
}

/**
 * A form that writes a record: confirmation, write, sentence, what comes next. A violation at a field closes
 * the confirmation and is shown at that field; any other refusal is shown in the confirmation, which stays
 * open, or in the form when there is none. Leaving the page asks first while typed values are not saved.
 */
export function useRecordForm<V extends FieldValues, O extends FieldValues, A>({
  question,
  done,
  after,
  ...options
}: RecordFormOptions<V, O, A>) {
  const confirm = useConfirm();
  const { form, isAtField, show } = useServerForm(options);
  useUnsavedChanges(form.formState.isDirty);

  const send = async (typed: O) => {
    const asked = question?.(typed);
    const outcome: { written?: { answer: A }; refusal?: unknown } = {};
    const attempt = async () => {
      try {
        outcome.written = { answer: await options.write(typed) };
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

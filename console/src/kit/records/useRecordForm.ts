import { notifyManager } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { useConfirm } from "@/ui/dialog/confirm";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { notifySuccess } from "@/ui/feedback/notify";
import { conflictWords } from "./conflict/conflictWords";
import { refusalSentence } from "./conflict/refusalSentence";
import { type EditedRecord, useVersions } from "./conflict/useVersions";
import type { Question } from "./useConfirmedWrite";
import { type Form, type ServerFormOptions, useServerForm } from "./useServerForm";

export interface RecordFormOptions<V extends FieldValues, O extends FieldValues, A>
  extends ServerFormOptions<V, O, A> {
  /** The record that the form changes, as it is now; absent for a new one. */
  record?: EditedRecord<V, A>;
  /** The confirmation to ask for; absent or undefined when there is none. */
  question?: (values: O) => Question | undefined | Promise<Question | undefined>;
  /** The sentence shown once it is written. */
  done?: (values: O, answer: A) => string;
  /** What comes next: another page, or the end of editing. */
  after?: (answer: A, form: Form<V, O>) => unknown;
}

/** What became of an attempt to write; neither: it was not confirmed. */
type Outcome<A> = { written?: { answer: A }; refusal?: unknown };

/** Resolves once what was loaded is on screen: queries tell the screens that show them on the same schedule, before. */
const rendered = () => new Promise<void>((done) => notifyManager.schedule(done));

const conflictIn = (refusal: unknown) =>
  refusal === undefined ? undefined : asApiError(refusal).conflict;

/**
 * A form that writes a record: its rules, confirmation, write (`writing`), sentence, what comes next. A violation at a field closes
 * the confirmation and is shown at that field; any other refusal is shown in the confirmation, which stays
 * open, or in the form when there is none. When somebody else changed the record meanwhile, the person sees
 * what they changed and decides; without a `record`, the form says who did what. Leaving the page asks first while typed values are not saved.
 */
export function useRecordForm<V extends FieldValues, O extends FieldValues, A>({
  record,
  question,
  done,
  after,
  ...options
}: RecordFormOptions<V, O, A>) {
  const confirm = useConfirm();
  const { form, isAtField, show } = useServerForm(options);
  const [writing, setWriting] = useState(false);
  const versions = useVersions({ form, record, values: options.values, live: options.live });
  useUnsavedChanges(form.formState.isDirty || versions.aside !== undefined);

  const attempt = async (typed: O, version: number | undefined, asked?: Question) => {
    const outcome: Outcome<A> = {};
    const write = async () => {
      setWriting(true);
      try {
        outcome.written = { answer: await options.write(typed, version) };
      } catch (error) {
        if (asked && !isAtField(error) && !conflictIn(error)) throw error;
        outcome.refusal = error;
      } finally {
        setWriting(false);
      }
    };
    if (asked) await confirm({ ...asked, onConfirm: write });
    else await write();
    return outcome;
  };

  const send = async (typed: O) => {
    const mine = structuredClone(form.getValues());
    let outcome = await attempt(typed, versions.version(), await question?.(typed));
    for (;;) {
      const conflict = conflictIn(outcome.refusal);
      if (!conflict || !record) break;
      const { conflictQuestion } = await conflictWords();
      await rendered();
      const facts = versions.factsOf(mine);
      outcome = await attempt(typed, conflict.version, {
        ...conflictQuestion({ conflict, name: record.name, facts }),
        alternative: {
          label: "Voir sa version",
          onChoose: () => versions.showTheirs(mine, conflict),
        },
      });
    }
    if (conflictIn(outcome.refusal))
      form.setError("root", { type: "server", message: await refusalSentence(outcome.refusal) });
    else if (outcome.refusal) show(outcome.refusal);
    if (!outcome.written) return;
    const { answer } = outcome.written;
    versions.saved(answer);
    if (done) notifySuccess(done(typed, answer));
    await after?.(answer, form);
  };

  return { form, send, submit: form.handleSubmit(send), writing, aside: versions.aside };
}

import type { ReactNode } from "react";

export type ConfirmKind = "add" | "edit" | "delete" | "abort" | "copy";

export type ConfirmRequest = {
  kind: ConfirmKind;
  /** « la », « le », « l' »… before the item. */
  article: string;
  item: string;
  /** The consequences, listed below the question. */
  consequences?: readonly string[];
  /** Why it cannot be done, where that is known before: it is said, and nothing is asked. */
  refusal?: string | undefined;
  /** The write itself. When it fails, the modal stays open and shows the message. */
  onConfirm?: () => Promise<void>;
};

/** A confirmation with its own words, for an action that is none of the five kinds. */
export type CustomRequest = Pick<ConfirmRequest, "consequences" | "onConfirm"> & {
  title: string;
  question: string;
  /** True when something is lost: the focus starts on « Retour ». */
  destroys?: boolean;
  /** What the question is about, shown below it. */
  content?: ReactNode;
  /** The width of the dialog with a content; « xl » when absent. */
  size?: "md";
  /** The label of the confirming button; « Confirmer » when absent. */
  action?: string;
  /** The label of the button that says no; « Retour » when absent. */
  refuse?: string;
  /** Another answer. It closes the question, which counts as not confirmed; what it throws is shown instead. */
  alternative?: { label: string; onChoose: () => void };
  /** The label of a checkbox to tick first, before an action that cannot be undone. */
  acknowledgement?: string;
};

/** The attribute of the question in its dialog. */
export const QUESTION = "data-question";

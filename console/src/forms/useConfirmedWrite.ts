import { useCallback } from "react";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { showServerError } from "@/api/formErrors";
import { type ConfirmRequest, useConfirm } from "@/shared/ui/confirm";

interface Write<V extends FieldValues, T> {
  question: Pick<ConfirmRequest, "kind" | "article" | "item">;
  write: () => Promise<T>;
  setError: UseFormSetError<V>;
  /** The names of the API, and the fields of the form that bear them. */
  fields: Partial<Record<string, FieldPath<V>>>;
}

/**
 * Asks, then writes. A refusal that names a field of the form closes the question and goes to that
 * field; any other is said in the modal, which stays open. Answers nothing unless the write is done.
 */
export function useConfirmedWrite() {
  const confirm = useConfirm();
  return useCallback(
    async <V extends FieldValues, T>({ question, write, setError, fields }: Write<V, T>) => {
      let result: { done: T } | undefined;
      let refusal: unknown;
      const onConfirm = async () => {
        try {
          result = { done: await write() };
        } catch (error) {
          const atField = asApiError(error).violations.some(
            ({ propertyPath }) => fields[propertyPath],
          );
          if (!atField) throw error;
          refusal = error;
        }
      };
      await confirm({ ...question, onConfirm });
      if (refusal) showServerError(refusal, setError, fields);
      return result;
    },
    [confirm],
  );
}

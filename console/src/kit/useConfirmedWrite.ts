import { useCallback } from "react";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { showServerError } from "@/api/formErrors";
import { useConfirm } from "@/ui/confirm";
import type { ConfirmRequest } from "@/ui/confirmRequest";

interface Write<V extends FieldValues, T> {
  question: Pick<ConfirmRequest, "kind" | "article" | "item">;
  write: () => Promise<T>;
  setError: UseFormSetError<V>;
  /** Maps the names of the API to the fields of the form. */
  fields: Partial<Record<string, FieldPath<V>>>;
}

/**
 * Asks for confirmation, then writes. A violation at a field of the form closes the dialog and is shown at
 * that field; any other refusal is shown in the dialog, which stays open. Returns undefined unless the
 * write succeeded.
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

import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { asApiError } from "./errors";

/**
 * Shows a refusal of the server in the form: each violation at its field, the rest at the form as a whole
 * (`errors.root`). The first takes the focus. `fields` maps the names of the API to those of the form.
 */
export function showServerError<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: Partial<Record<string, FieldPath<T>>>,
): void {
  const { message, violations } = asApiError(error);
  const placed = violations.filter(({ propertyPath }) => fields[propertyPath]);
  for (const [index, { propertyPath, message: text }] of placed.entries()) {
    setError(
      fields[propertyPath] as FieldPath<T>,
      { type: "server", message: text },
      { shouldFocus: index === 0 },
    );
  }
  if (placed.length === 0) setError("root", { type: "server", message });
}

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

export type Form<V extends FieldValues, O> = UseFormReturn<V, unknown, O>;

export interface ServerFormOptions<V extends FieldValues, O extends FieldValues, A> {
  /** The rules of the typed values. */
  schema: GenericSchema<V, O>;
  /** What the form starts with. */
  values: V;
  /** Takes over newer `values` in the fields that are not edited. */
  live?: boolean;
  /** The fields whose names in the API differ from those of the form. */
  fields?: Partial<Record<string, FieldPath<V>>>;
  /** `version` is the one that the form shows, for a form with a `record`. */
  write: (values: O, version?: number) => Promise<A>;
  /** Shows a refusal in a way of its own; false where it leaves it to the form. */
  showRefusal?: (refusal: ApiError, form: Form<V, O>, isAtField: boolean) => boolean;
}

/** Resets a form whole; a live one would keep its edited fields. */
export const ALL_FIELDS = { keepDirtyValues: false, keepDirty: false } as const;

/**
 * A form whose rules are checked here, then by the server: a violation is shown at its field, which takes the
 * focus, any other refusal as the error of the whole form (`errors.root`).
 */
export function useServerForm<V extends FieldValues, O extends FieldValues, A>({
  schema,
  values,
  live = false,
  write,
  ...options
}: ServerFormOptions<V, O, A>) {
  const form = useForm<V, unknown, O>({
    resolver: valibotResolver(schema),
    defaultValues: values as DefaultValues<V>,
    ...(live && { values, resetOptions: { keepDirtyValues: true, keepDirty: true } }),
  });
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
  const submit = form.handleSubmit((typed) => write(typed).then(() => undefined, show));
  return { form, isAtField, show, submit };
}

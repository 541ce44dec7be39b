import { Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import * as v from "valibot";
import type { ApiError } from "@/api/errors";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";

/** The rule of the name that a person gives to a factor. */
export const factorName = v.pipe(v.string(), v.trim(), v.nonEmpty("Veuillez donner un nom."));

const GONE = 410;

/** Passes a refusal on if it says that the step has expired; false for any other. */
export const passExpiry = (onExpired: (refusal: ApiError) => void) => (refusal: ApiError) => {
  const gone = refusal.status === GONE;
  if (gone) onExpired(refusal);
  return gone;
};

export type NewFactorProps<Added> = {
  /** The token of the step in which the factor is added. */
  token: string;
  onAdded: (added: Added) => void;
  /** The step has expired. */
  onExpired: (refusal: ApiError) => void;
};

type FactorFormProps = {
  onSubmit: (event: FormEvent) => Promise<void>;
  state: { isSubmitting: boolean; errors: { root?: { message?: string } } };
  /** The words of the button. */
  submit: string;
  children: ReactNode;
};

/** The form of one step: its fields, then the error of the whole, then its button. */
export function FactorForm({ onSubmit, state, submit, children }: FactorFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // A dialog inside a form of the page would submit that form as well.
        event.stopPropagation();
        void onSubmit(event);
      }}
    >
      <Stack>
        {children}
        <FormError message={state.errors.root?.message} />
        <SubmitButton busy={state.isSubmitting} fullWidth>
          {submit}
        </SubmitButton>
      </Stack>
    </form>
  );
}

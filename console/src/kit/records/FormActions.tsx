import { Button } from "@mantine/core";
import type { PropsWithChildren } from "react";
import { SubmitButton } from "@/ui/SubmitButton";
import classes from "./FormActions.module.css";

type FormActionsProps = PropsWithChildren<{
  /** The write is running; absent while there is nothing to save yet. */
  busy?: boolean;
  /** Absent where there is nothing to leave. */
  onCancel?: () => void;
  /** The label of the submit button. */
  submit?: string;
  /** The id of the form, when the buttons stand outside it. */
  form?: string;
}>;

/** The buttons of a form. Further buttons stand before them, apart with `data-separate`. */
export function FormActions({
  busy,
  onCancel,
  submit = "Enregistrer",
  form,
  children,
}: FormActionsProps) {
  return (
    <div className={classes.actions}>
      {children}
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Annuler
        </Button>
      )}
      {busy !== undefined && (
        <SubmitButton form={form} busy={busy}>
          {submit}
        </SubmitButton>
      )}
    </div>
  );
}

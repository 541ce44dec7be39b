import { Button } from "@mantine/core";
import { type PropsWithChildren, useRef } from "react";
import { useAskLoss } from "@/ui/dialog/unsaved";
import { useEscape } from "@/ui/dialog/useEscape";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";

type FormActionsProps = PropsWithChildren<{
  /** The write is running; absent while there is nothing to save yet. */
  busy?: boolean;
  /** Absent where there is nothing to leave. */
  onCancel?: () => unknown;
  /** Something typed would be lost: Escape, which one may press by mistake, asks before it cancels. */
  changed?: boolean;
  /** The label of the submit button. */
  submit?: string;
  /** The id of the form, when the buttons stand outside it. */
  form?: string;
}>;

/** The buttons of a form, which Escape cancels. Further buttons stand before them, apart with `data-separate`. */
export function FormActions({
  busy,
  onCancel,
  changed = false,
  submit = "Enregistrer",
  form,
  children,
}: FormActionsProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const askLoss = useAskLoss();
  const leave = async () => {
    if (!busy && (!changed || (await askLoss()))) onCancel?.();
  };
  useEscape(onCancel && leave, () =>
    form ? document.getElementById(form) : (buttons.current?.closest("form") ?? null),
  );
  return (
    <Answers ref={buttons} mt="lg">
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
    </Answers>
  );
}

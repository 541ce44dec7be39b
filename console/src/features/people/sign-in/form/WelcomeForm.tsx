import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { FormEventHandler, PropsWithChildren, ReactNode } from "react";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import classes from "./WelcomeForm.module.css";

type WelcomeFormProps = {
  title: string;
  hint?: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** A form without sign-in: one title, a few fields, one button, one link back. */
export function WelcomeForm({ title, hint, onSubmit, children }: WelcomeFormProps) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      {hint && (
        <Text c="dimmed" mt="xs">
          {hint}
        </Text>
      )}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {children}
      </form>
    </>
  );
}

/** What ends a link of the mail instead of its form. */
export function WelcomeEnd({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.form}>{children}</div>
    </>
  );
}

type WelcomeSubmitProps = PropsWithChildren<{ busy: boolean; failure?: string }>;

/** The button of the form, below the error of the whole form. */
export function WelcomeSubmit({ busy, failure, children }: WelcomeSubmitProps) {
  return (
    <>
      <FormError message={failure} />
      <SubmitButton busy={busy} fullWidth>
        {children}
      </SubmitButton>
    </>
  );
}

export const BackToLogin = ({ label = "Retour connexion" }: { label?: string }) => (
  <Anchor component={Link} to="/connexion">
    {label}
  </Anchor>
);

/** A message above the form; screen readers announce it when it appears. */
export function WelcomeNotice({
  kind,
  takesFocus = false,
  children,
}: {
  kind: "success" | "warning";
  /** It replaces the button that was pressed. */
  takesFocus?: boolean;
  children: ReactNode;
}) {
  return (
    <p
      ref={takesFocus ? focus : undefined}
      tabIndex={takesFocus ? -1 : undefined}
      className={classes.notice}
      data-status={kind === "success" ? "green" : "orange"}
      role="status"
    >
      {children}
    </p>
  );
}

const focus = (notice: HTMLElement | null) => notice?.focus();

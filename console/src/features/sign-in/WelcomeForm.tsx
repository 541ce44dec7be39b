import type { FormEventHandler, ReactNode } from "react";
import classes from "./WelcomeForm.module.css";

type WelcomeFormProps = {
  title: string;
  hint?: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** The layout of a form without sign-in: one title, a few fields, one button, one link back. */
export function WelcomeForm({ title, hint, onSubmit, children }: WelcomeFormProps) {
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      {hint && <p className={classes.hint}>{hint}</p>}
      <form className={classes.form} onSubmit={onSubmit} noValidate>
        {children}
      </form>
    </>
  );
}

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

import type { ReactNode } from "react";
import classes from "./Notice.module.css";

type EmptyStateProps = {
  title: string;
  /** Explains what the page is for. */
  hint?: ReactNode;
  /** The suggested next step. */
  action?: ReactNode;
  icon: ReactNode;
};

export function EmptyState({ title, hint, action, icon }: EmptyStateProps) {
  return (
    <div className={classes.notice}>
      <div className={classes.icon} aria-hidden="true">
        {icon}
      </div>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.text}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

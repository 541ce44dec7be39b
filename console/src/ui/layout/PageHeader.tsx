import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./PageHeader.module.css";

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /**
   * The name of the record that the page is about, which is read before the title; null while it loads. Absent on
   * pages that are about no record.
   */
  subject?: ReactNode;
  /** The state of the record, beside its name. */
  state?: ReactNode;
  back?: { to: string; label: string; search?: object };
  /** The primary action of the page. */
  action?: ReactNode;
};

export function PageHeader({ title, subtitle, subject, state, back, action }: PageHeaderProps) {
  const ofRecord = subject !== undefined;
  return (
    <header className={classes.header} data-record={ofRecord || undefined}>
      {back && (
        <Link
          to={back.to}
          search={back.search ?? {}}
          className={classes.back}
          aria-label={back.label}
          title={back.label}
        >
          <IconArrowLeft size={20} stroke={1.75} aria-hidden />
        </Link>
      )}
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {ofRecord && (
          <div className={classes.record}>
            <p className={classes.subject}>{subject ?? "\u00a0"}</p>
            {state && <div className={classes.state}>{state}</div>}
          </div>
        )}
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </header>
  );
}

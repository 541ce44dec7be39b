import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./PageHeader.module.css";

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string; search?: object };
  /** The primary action of the page. */
  action?: ReactNode;
};

export function PageHeader({ title, subtitle, back, action }: PageHeaderProps) {
  return (
    <header className={classes.header}>
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
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </header>
  );
}

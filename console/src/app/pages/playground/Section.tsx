import type { PropsWithChildren } from "react";
import classes from "./Playground.module.css";

export type SectionInfo = { id: string; title: string };

export function Section({ id, title, children }: PropsWithChildren<SectionInfo>) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-titre`}>
      <h2 id={`${id}-titre`} className={classes.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}

type StateProps = PropsWithChildren<{
  name: string;
  /** Shows its examples side by side. */
  row?: boolean;
}>;

/** One state of a component, with its name. */
export function State({ name, row, children }: StateProps) {
  return (
    <div className={classes.state}>
      <p className={classes.stateName}>{name}</p>
      {row ? <div className={classes.row}>{children}</div> : children}
    </div>
  );
}

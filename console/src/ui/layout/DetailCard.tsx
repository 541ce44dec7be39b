import type { PropsWithChildren } from "react";
import classes from "./DetailCard.module.css";

/** The cards of an open row, side by side where they fit. */
export function DetailCards({ children }: PropsWithChildren) {
  return <div className={classes.cards}>{children}</div>;
}

/** A section of an open row, under its title. */
export function DetailCard({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <section className={classes.card} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}

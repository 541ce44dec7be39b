import { type PropsWithChildren, type ReactNode, useId } from "react";
import classes from "./Block.module.css";

type BlockProps = PropsWithChildren<{
  title: string;
  /** Shown beside the title: a search box or a button. */
  action?: ReactNode;
  /** Renders without the white card, for content that has a card of its own. */
  bare?: boolean;
}>;

/** A section of a page, under its title. */
export function Block({ title, action, bare = false, children }: BlockProps) {
  const id = useId();
  return (
    <section className={classes.block} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {action}
      </div>
      {bare ? children : <div className={classes.card}>{children}</div>}
    </section>
  );
}

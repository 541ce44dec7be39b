import { type PropsWithChildren, type ReactNode, useId } from "react";
import classes from "./edit.module.css";

type SubSectionProps = PropsWithChildren<{ title: string; hint?: string; action?: ReactNode }>;

/** A subsection of a block of the page. */
export function SubSection({ title, hint, action, children }: SubSectionProps) {
  const id = useId();
  return (
    <section className={classes.subSection} aria-labelledby={id}>
      <div className={classes.subHead}>
        <div>
          <h3 id={id} className={classes.subTitle}>
            {title}
          </h3>
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

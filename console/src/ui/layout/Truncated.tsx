import classes from "./Truncated.module.css";

/** A text of up to this many characters (a code, a name) is never truncated. */
const SHORT = 20;

/** One line of text, truncated where it does not fit; shown in full on hover, and in a row on focus. */
export function Truncated({ text }: { text: string }) {
  if (text.length <= SHORT) return <span className={classes.short}>{text}</span>;
  return (
    <span className={classes.long} title={text}>
      {text}
    </span>
  );
}

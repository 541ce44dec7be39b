import classes from "./Truncated.module.css";

/** Up to this many characters (a code, a name) a text always shows in full. */
const SHORT = 20;

/** One line of text, cut where it does not fit; in full on hover, and in a row with the focus. */
export function Truncated({ text }: { text: string }) {
  if (text.length <= SHORT) return <span className={classes.short}>{text}</span>;
  return (
    <span className={classes.long} title={text}>
      {text}
    </span>
  );
}

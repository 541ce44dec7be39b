import classes from "./FormError.module.css";

/** What is wrong with the form as a whole, in red text. */
export function FormError({ message }: { message?: string }) {
  return message ? (
    <p className={classes.error} role="alert">
      {message}
    </p>
  ) : null;
}

import { BusyButton, type BusyButtonProps } from "./BusyButton";

/** The submit button of a form; pass it `busy={formState.isSubmitting}`. */
export function SubmitButton(props: Omit<BusyButtonProps, "type">) {
  return <BusyButton {...props} type="submit" />;
}

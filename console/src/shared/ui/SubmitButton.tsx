import { BusyButton, type BusyButtonProps } from "./BusyButton";

/** The button that sends the form it stands in: give it `busy={formState.isSubmitting}`. */
export function SubmitButton(props: Omit<BusyButtonProps, "type">) {
  return <BusyButton {...props} type="submit" />;
}

import classes from "./ToggleSwitch.module.css";

type ToggleSwitchProps = {
  /** The accessible name: the table cell shows no label. */
  label: string;
  checked: boolean;
  /** Called on a press; `checked` follows once the write is done. */
  onToggle: () => void;
};

/** A switch of a single element, so that a table can hold hundreds. */
export function ToggleSwitch({ label, checked, onToggle }: ToggleSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={classes.switch}
      aria-checked={checked}
      aria-label={label}
      onClick={onToggle}
    />
  );
}

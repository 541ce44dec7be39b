import classes from "./ToggleSwitch.module.css";

type ToggleSwitchProps = {
  /** What it switches, for those who hear it: the cell shows no label. */
  label: string;
  checked: boolean;
  /** Asked for; `checked` follows once the write is done. */
  onToggle: () => void;
};

/** One element, so that a table may hold hundreds of them. */
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

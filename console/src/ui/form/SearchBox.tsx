import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";

type SearchBoxProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Shows the label above the box; otherwise only screen readers get it. */
  labelled?: boolean;
  maxLength?: number;
};

/** The search box of a page: « / » focuses it, Escape empties it. */
export function SearchBox({ label, value, onChange, labelled = false, maxLength }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      flex={labelled ? undefined : { base: "1 1 100%", sm: "0 1 20rem" }}
      label={labelled ? label : undefined}
      aria-label={labelled ? undefined : label}
      placeholder={labelled ? undefined : label}
      value={value}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
    />
  );
}

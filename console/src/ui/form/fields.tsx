import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { createContext, useContext, useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { isOfWholeForm } from "@/format/rules";

/** True inside a form that says at its top what is wrong with the whole of it. */
export const SaidAtTop = createContext(false);

/** Returns the error of a field; only its red colour where the form says the sentence once for all its fields. */
export function useShownError(sentence: string | undefined): string | boolean | undefined {
  const saidAtTop = useContext(SaidAtTop);
  return saidAtTop && isOfWholeForm(sentence) ? true : sentence;
}

/** The properties of each field besides those of its Mantine input. */
export type Bound<T extends FieldValues, C, O> = {
  control: Control<T, C, O>;
  name: FieldPath<T>;
  label: string;
  hint?: string;
  required?: boolean;
};

export type Field<T extends FieldValues, C, O, Props> = Bound<T, C, O> &
  Omit<Props, keyof Bound<T, C, O> | "description" | "error">;

/**
 * Binds an input to its form: label above, hint below, error in red below the hint and announced. `required`
 * is exposed to assistive technology and marked, but checked by the form only, so that the browser's own
 * validation messages never show.
 */
export function useField<T extends FieldValues, C, O>({
  control,
  name,
  label,
  hint,
  required,
}: Bound<T, C, O>) {
  const { field, fieldState } = useController({ control, name });
  const error = useShownError(fieldState.error?.message);
  return {
    value: field.value,
    wiring: {
      ref: field.ref,
      name: field.name,
      onChange: field.onChange,
      onBlur: field.onBlur,
      label,
      description: hint,
      error,
    },
    marks: {
      errorProps: { role: "alert" },
      withAsterisk: required,
      "aria-required": required || undefined,
    },
  };
}

/** How a text is kept to its length: cleaned first, so that nothing is cut of what is pasted with a space before it. */
type Fit = { clean: (text: string) => string; most: number };

export function TextField<T extends FieldValues, C, O>(
  props: Field<T, C, O, TextInputProps> & { fit?: Fit },
) {
  const { control, name, label, hint, required, fit, ...rest } = props;
  const { value, wiring, marks } = useField({ control, name, label, hint, required });
  const change = (text: string) =>
    wiring.onChange(fit && text.length > fit.most ? fit.clean(text).slice(0, fit.most) : text);
  return (
    <TextInput
      {...rest}
      {...wiring}
      {...marks}
      value={value ?? ""}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

export function PasswordField<T extends FieldValues, C, O>(props: Field<T, C, O, TextInputProps>) {
  const { control, name, label, hint, required, ...rest } = props;
  const { value, wiring, marks } = useField({ control, name, label, hint, required });
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextInput
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      {...wiring}
      {...marks}
      value={value ?? ""}
      type={shown ? "text" : "password"}
      rightSectionWidth="var(--input-height)"
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={shown ? "Masquer le mot de passe" : "Afficher le mot de passe"}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

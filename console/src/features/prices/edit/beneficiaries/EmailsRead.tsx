import { Button, Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import { formatCount, plural } from "@/format";
import classes from "./beneficiaries.module.css";
import type { BeneficiariesValues, ValidBeneficiaries } from "./beneficiariesSchema";
import { readEmails } from "./emails";

/** The number of invalid entries that are named. */
const NAMED = 10;

type EmailsReadProps = {
  control: Control<BeneficiariesValues, unknown, ValidBeneficiaries>;
  onKeepValid: (text: string) => void;
};

/** What was understood of the typed list; invalid entries stay in it until they are corrected or left out. */
export function EmailsRead({ control, onKeepValid }: EmailsReadProps) {
  const text = useWatch({ control, name: "emails" });
  const { emails, duplicates, invalid } = useMemo(() => readEmails(text), [text]);
  const known = emails.length;
  if (known + invalid.length === 0) return null;
  const facts = [
    `${formatCount(known)} ${plural(known, "email")} ${plural(known, "reconnu")}`,
    ...(duplicates > 0 ? [`${formatCount(duplicates)} en double, pris une fois`] : []),
    ...(invalid.length > 0
      ? [`${formatCount(invalid.length)} non ${plural(invalid.length, "valide")}`]
      : []),
  ];
  const more = invalid.length - NAMED;
  return (
    <Stack gap={6} align="flex-start" fz={13} className={classes.read}>
      <div role="status">{facts.join(" · ")}</div>
      {invalid.length > 0 && (
        <>
          <Text inherit c="var(--mantine-color-error)">
            {invalid.length === 1
              ? "Cet email n'est pas valide\u00a0: "
              : "Ces emails ne sont pas valides\u00a0: "}
            {invalid.slice(0, NAMED).join(", ")}
            {more > 0 && ` et ${formatCount(more)} ${plural(more, "autre")}`}
          </Text>
          {known > 0 && (
            <Button variant="default" size="xs" onClick={() => onKeepValid(emails.join("\n"))}>
              Ne garder que les emails valides
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}

import { NativeSelect, SegmentedControl, Space, Stack } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { usePhone } from "@/ui/layout/usePhone";
import classes from "./Dashboard.module.css";
import { CHOICES, type Choice, type Period, rangeOf } from "./period";

/** Loaded on demand: the calendar is larger than the rest of the page's head, and dates are seldom picked. */
const DatesForm = lazy(() => import("./DatesForm"));

const OPTIONS = Object.entries(CHOICES).map(([value, label]) => ({ value, label }));
const NAME = "Période";

type PeriodPickerProps = { period: Period; onChoose: (period: Period) => void };

export function PeriodPicker({ period, onChoose }: PeriodPickerProps) {
  const phone = usePhone();
  const [choice, setChoice] = useState<Choice>(period.choix);

  const pick = (value: string) => {
    const picked = value as Choice;
    setChoice(picked);
    // « dates » takes effect once both dates are given.
    if (picked !== "dates") onChoose({ choix: picked });
  };
  return (
    <Stack
      gap="xs"
      align={phone ? "stretch" : "flex-end"}
      w={phone ? "100%" : undefined}
      data-no-print
    >
      {phone ? (
        <NativeSelect
          label={NAME}
          data={OPTIONS}
          value={choice}
          onChange={(event) => pick(event.currentTarget.value)}
        />
      ) : (
        <SegmentedControl
          aria-label={NAME}
          bg="var(--card)"
          bd="1px solid var(--line)"
          classNames={{ label: classes.choice }}
          size="xs"
          data={OPTIONS}
          value={choice}
          onChange={pick}
        />
      )}
      {choice === "dates" && (
        <Suspense fallback={<Space h={60} />}>
          <DatesForm
            range={rangeOf(period)}
            onChoose={(range) => onChoose({ choix: "dates", ...range })}
          />
        </Suspense>
      )}
    </Stack>
  );
}

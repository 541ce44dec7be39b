import { NativeSelect, SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { usePhone } from "@/ui/layout/usePhone";
import classes from "./PeriodPicker.module.css";
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
    <div className={classes.picker}>
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
          className={classes.choices}
          classNames={{ label: classes.choice }}
          size="xs"
          data={OPTIONS}
          value={choice}
          onChange={pick}
        />
      )}
      {choice === "dates" && (
        <Suspense fallback={<div className={classes.dates} />}>
          <DatesForm
            range={rangeOf(period)}
            onChoose={(range) => onChoose({ choix: "dates", ...range })}
          />
        </Suspense>
      )}
    </div>
  );
}

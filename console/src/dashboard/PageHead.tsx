import { VisuallyHidden } from "@mantine/core";
import { rangeWords } from "./days";
import classes from "./PageHead.module.css";
import { PeriodPicker } from "./PeriodPicker";
import type { Period } from "./period";
import type { Figures, Range } from "./types";

type PageHeadProps = {
  period: Period;
  onChoose: (period: Period) => void;
  range: Range;
  figures: Figures | undefined;
};

/** Shows the operator, the period, and the period compared with. */
export function PageHead({ period, onChoose, range, figures }: PageHeadProps) {
  const days = rangeWords(figures?.periode ?? range);
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title}>
          {figures && <VisuallyHidden>Tableau de bord&nbsp;: </VisuallyHidden>}
          {figures ? (figures.exploitant?.nom ?? "Tous les exploitants") : "Tableau de bord"}
        </h1>
        <p className={classes.period} role="status">
          <strong>{days.charAt(0).toUpperCase() + days.slice(1)}</strong>
          <span>{figures ? comparedWith(figures.precedente) : "\u00a0"}</span>
        </p>
      </div>
      <PeriodPicker period={period} onChoose={onChoose} />
    </header>
  );
}

function comparedWith(before: Range): string {
  const words = rangeWords(before);
  return words.startsWith("le ") ? `comparé au ${words.slice(3)}` : `comparé à la période ${words}`;
}

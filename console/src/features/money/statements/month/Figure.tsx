import { UnstyledButton } from "@mantine/core";
import classes from "./month.module.css";

type FigureProps = {
  /** The wire name of the figure. */
  cle: string;
  label: string;
  /** The number of its lines. */
  lines: number;
  onOpen: (figure: string) => void;
  /** As it is shown. */
  children: string;
};

/** A figure that opens the lines it adds up; one without a line opens nothing. */
export function Figure({ cle, label, lines, onOpen, children }: FigureProps) {
  if (lines === 0) return children;
  return (
    <UnstyledButton
      className={classes.figure}
      aria-label={`${label}\u00a0: ${children}, voir les lignes`}
      aria-haspopup="dialog"
      onClick={() => onOpen(cle)}
    >
      {children}
    </UnstyledButton>
  );
}

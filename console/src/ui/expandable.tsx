import { IconChevronRight } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import classes from "./expandable.module.css";
import { Truncated } from "./Truncated";

export const SKELETON_ROWS = 5;

/**
 * Reports whether a click on a row means « open it »: false on a control of the row, and when the click ends
 * a selection of text.
 */
export function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const onControl = (event.target as HTMLElement).closest("a, button, input, label, select");
  return !onControl && !window.getSelection()?.toString();
}

type ChevronProps = {
  label: string;
  open: boolean;
  detailsId: string;
  onToggle: () => void;
};

export function Chevron({ label, open, detailsId, onToggle }: ChevronProps) {
  return (
    <button
      type="button"
      className={classes.chevron}
      aria-label={`Détails de ${label}`}
      aria-expanded={open}
      aria-controls={open ? detailsId : undefined}
      onClick={onToggle}
    >
      <IconChevronRight size={18} stroke={2} aria-hidden />
    </button>
  );
}

export function cellContent(content: ReactNode): ReactNode {
  return typeof content === "string" ? <Truncated text={content} /> : content;
}

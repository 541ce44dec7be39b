import { IconChevronRight } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, type RefObject, useCallback } from "react";
import { focusAfterClosing } from "../dialog/useReturnFocus";
import { Truncated } from "../layout/Truncated";
import classes from "./parts.module.css";

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
  ref: RefObject<HTMLButtonElement | null>;
  label: string;
  open: boolean;
  detailsId: string;
  onToggle: () => void;
};

export function Chevron({ ref, label, open, detailsId, onToggle }: ChevronProps) {
  return (
    <button
      ref={ref}
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

type DetailsProps = {
  label: string;
  id?: string;
  className?: string;
  /** The button that opens and closes them: it takes over the focus that they had. */
  chevron: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
};

/** The open part of a row. */
export function Details({ label, chevron, ...section }: DetailsProps) {
  const ref = useCallback(
    (part: HTMLElement | null) => focusAfterClosing(part, chevron),
    [chevron],
  );
  return <section ref={ref} aria-label={`Détails de ${label}`} {...section} />;
}

/** An amount, a date, a time, a number: no words, nor a hyphen, which figures of one width would stretch. */
const FIGURES = /^[\d\s.,:/h€%+–—−]*\d[\d\s.,:/h€%+–—−]*$/;

export function cellContent(content: ReactNode): ReactNode {
  if (typeof content !== "string") return content;
  const text = <Truncated text={content} />;
  return FIGURES.test(content) ? <span data-figures>{text}</span> : text;
}

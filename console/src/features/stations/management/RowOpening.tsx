import { useSearch } from "@tanstack/react-router";
import { memo } from "react";
import { OpeningButton } from "./OpeningButton";

type RowOpeningProps = { id: number } & Parameters<typeof OpeningButton>[0];

/** The opening button of a closed row; an open row has it among its details. */
export const RowOpening = memo(({ id, ...button }: RowOpeningProps) => {
  const open = useSearch({
    strict: false,
    select: ({ ouvertes = [] }) => ouvertes.includes(id),
  });
  return !open && <OpeningButton {...button} inRow />;
});

import { Button } from "@mantine/core";
import { IconZoomExclamation } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "./EmptyState";

type NoMatchProps = {
  title: string;
  hint?: string;
  icon?: ReactNode;
  /** The words of the button that shows everything again. */
  widen?: string;
  onWiden: () => void;
};

/** Shown when a search or filters match nothing, with the way back to everything. */
export function NoMatch({
  title,
  hint,
  icon = <IconZoomExclamation />,
  widen = "Effacer la recherche",
  onWiden,
}: NoMatchProps) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      hint={hint}
      action={
        <Button variant="default" onClick={onWiden}>
          {widen}
        </Button>
      }
    />
  );
}

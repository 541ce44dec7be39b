import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "./EmptyState";

/** Shown for a page number beyond the last page of a list. */
export function MissingPage({ icon, onLast }: { icon: ReactNode; onLast: () => void }) {
  return (
    <EmptyState
      icon={icon}
      title="Cette page n'existe plus."
      action={
        <Button variant="default" onClick={onLast}>
          Aller à la dernière page
        </Button>
      }
    />
  );
}

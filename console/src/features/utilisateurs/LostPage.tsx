import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyState } from "@/shared/ui/EmptyState";

type LostPageProps = { icon: ReactNode; total: number; onPage: (page: number) => void };

const PAGE_SIZE = 10;

/** Beyond the last page, where an old address or a deletion may lead. */
export function LostPage({ icon, total, onPage }: LostPageProps) {
  return (
    <EmptyState
      icon={icon}
      title="Cette page n'existe plus."
      action={
        <Button variant="default" onClick={() => onPage(Math.ceil(total / PAGE_SIZE))}>
          Aller à la dernière page
        </Button>
      }
    />
  );
}

import { IconBuildingCommunity } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type ChosenOperator, useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";

type ForOperatorProps = {
  /** The title of the page while no operator is chosen. */
  title: string;
  /** What will appear once there is one. */
  hint: string;
  children: (operator: ChosenOperator) => ReactNode;
};

/** A page under the chosen operator, for an account that may have none. */
export function ForOperator({ title, hint, children }: ForOperatorProps) {
  const operator = useOperator();
  if (operator) return children(operator);
  return (
    <>
      <PageHeader title={title} />
      <NoOperator hint={hint} />
    </>
  );
}

/** Stands in place of what belongs to an operator while none is chosen. */
export function NoOperator({ hint }: { hint: string }) {
  return <EmptyState icon={<IconBuildingCommunity />} title="Aucun exploitant" hint={hint} />;
}

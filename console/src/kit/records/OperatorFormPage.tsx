import type { ReactNode } from "react";
import { type ChosenOperator, useOperator } from "@/session/operator";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { PageHeader } from "@/ui/layout/PageHeader";
import { NoOperator } from "../routing/ForOperator";
import { useBack } from "../routing/page";

type OperatorFormPageProps = {
  title: string;
  /** What to do while no operator is chosen. */
  hint: string;
  children: (operator: ChosenOperator) => ReactNode;
};

/** A page with the forms of the chosen operator, whose name stands under the title. */
export function OperatorFormPage({ title, hint, children }: OperatorFormPageProps) {
  const operator = useOperator();
  return (
    <UnsavedProvider>
      <PageHeader title={title} subtitle={operator?.nom} back={useBack()} />
      {operator ? children(operator) : <NoOperator hint={hint} />}
    </UnsavedProvider>
  );
}

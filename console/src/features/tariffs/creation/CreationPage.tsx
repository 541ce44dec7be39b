import { NoOperator } from "@/kit/ForOperator";
import { useBack } from "@/kit/routing/page";
import { useOperator } from "@/session/operator";
import { PageHeader } from "@/ui/PageHeader";
import { UnsavedProvider } from "@/ui/unsaved";
import { CreationForm } from "./CreationForm";

/** Creates a tariff of the chosen operator. */
export function CreationPage() {
  const operator = useOperator();
  return (
    <UnsavedProvider>
      <PageHeader title="Nouvelle condition tarifaire" subtitle={operator?.nom} back={useBack()} />
      {!operator ? (
        <NoOperator
          hint={
            "Une condition tarifaire se crée chez un exploitant\u00a0: choisissez-en un d'abord."
          }
        />
      ) : (
        <CreationForm operator={operator} />
      )}
    </UnsavedProvider>
  );
}

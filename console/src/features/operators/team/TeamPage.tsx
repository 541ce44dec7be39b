import { NoOperator } from "@/kit/ForOperator";
import { useOperator } from "@/session/operator";
import { PageHeader } from "@/ui/PageHeader";
import { UnsavedProvider } from "@/ui/unsaved";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { TeamBlock } from "./TeamBlock";

/** The team of the chosen operator; each part shows to accounts with the right to read it. */
export function TeamPage() {
  const operator = useOperator();
  return (
    <UnsavedProvider>
      <PageHeader title="Mon équipe" subtitle={operator?.nom} />
      {!operator ? (
        <NoOperator hint="Son équipe apparaîtra ici dès qu'un exploitant vous sera ouvert." />
      ) : (
        <>
          <TeamBlock operatorId={operator.id} part="Gestionnaire" />
          <TeamBlock operatorId={operator.id} part="Hotline" />
          <TeamBlock operatorId={operator.id} part="Mainteneur" />
          <ContactsBlock operatorId={operator.id} />
        </>
      )}
    </UnsavedProvider>
  );
}

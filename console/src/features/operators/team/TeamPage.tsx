import { IconBuildingCommunity } from "@tabler/icons-react";
import { useOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/EmptyState";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { UnsavedProvider } from "@/ui/unsaved";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { TeamBlock } from "./TeamBlock";

/** The team of the chosen operator; each part shows to accounts with the right to read it. */
export function TeamPage() {
  const operator = useOperator();
  const mayRead = useCan("DROIT_EXPLOITANTS_LECTURE");
  return (
    <UnsavedProvider>
      <PageHeader title="Mon équipe" subtitle={operator?.nom} />
      {!operator ? (
        <EmptyState
          icon={<IconBuildingCommunity />}
          title="Aucun exploitant"
          hint="Son équipe apparaîtra ici dès qu'un exploitant vous sera ouvert."
        />
      ) : mayRead ? (
        <>
          <TeamBlock operatorId={operator.id} part="Gestionnaire" />
          <TeamBlock operatorId={operator.id} part="Hotline" />
          <TeamBlock operatorId={operator.id} part="Mainteneur" />
          <ContactsBlock operatorId={operator.id} />
        </>
      ) : (
        <LoadError message="Accès refusé. Cette page n'est pas accessible avec votre compte." />
      )}
    </UnsavedProvider>
  );
}

import { IconBuildingCommunity } from "@tabler/icons-react";
import { useOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/EmptyState";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { UnsavedProvider } from "@/ui/unsaved";
import { CreationForm } from "./CreationForm";

/** Creates a tariff of the chosen operator. */
export function CreationPage() {
  const operator = useOperator();
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  return (
    <UnsavedProvider>
      <PageHeader
        title="Nouvelle condition tarifaire"
        subtitle={operator?.nom}
        back={{ to: "/gestion-tarifs", label: "Retour à la liste des conditions tarifaires" }}
      />
      {!operator ? (
        <EmptyState
          icon={<IconBuildingCommunity />}
          title="Aucun exploitant"
          hint={
            "Une condition tarifaire se crée chez un exploitant\u00a0: choisissez-en un d'abord."
          }
        />
      ) : mayWrite ? (
        <CreationForm operator={operator} />
      ) : (
        <LoadError message="Accès refusé. Cette page n'est pas accessible avec votre compte." />
      )}
    </UnsavedProvider>
  );
}

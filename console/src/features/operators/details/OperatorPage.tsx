import { useQuery } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { asApiError } from "@/api/errors";
import { operatorQuery } from "@/data/operators";
import { useRights } from "@/session/rights";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { UnsavedProvider } from "@/ui/unsaved";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { ForAdministrators } from "../ForAdministrators";
import { TeamBlock } from "../team/TeamBlock";
import { InfoBlock } from "./InfoBlock";
import { OpenDataBlock } from "./OpenDataBlock";

type OperatorPageProps = PropsWithChildren<{ operatorId: number }>;

/** The settings of one operator and its people; parts of other features come in as children. */
export function OperatorPage({ operatorId, children }: OperatorPageProps) {
  const { administrator } = useRights();
  const { data } = useQuery({ ...operatorQuery(operatorId), enabled: administrator });
  return (
    <UnsavedProvider>
      <PageHeader
        title="Configuration de l'exploitant"
        subtitle={data?.nom}
        back={{ to: "/gestion-exploitants", label: "Retour à la liste des exploitants" }}
      />
      <ForAdministrators>
        <Blocks operatorId={operatorId}>{children}</Blocks>
      </ForAdministrators>
    </UnsavedProvider>
  );
}

function Blocks({ operatorId, children }: OperatorPageProps) {
  const operator = useQuery(operatorQuery(operatorId));
  if (operator.isLoadingError)
    return (
      <LoadError
        message={asApiError(operator.error).message}
        requestId={asApiError(operator.error).requestId}
        onRetry={() => void operator.refetch()}
      />
    );
  if (operator.isPending)
    return (
      <>
        <CardSkeleton />
        <ListSkeleton />
      </>
    );
  return (
    <>
      <InfoBlock operator={operator.data} />
      <ContactsBlock operatorId={operatorId} />
      <TeamBlock operatorId={operatorId} part="Gestionnaire" />
      <TeamBlock operatorId={operatorId} part="Hotline" />
      <TeamBlock operatorId={operatorId} part="Mainteneur" />
      <OpenDataBlock operator={operator.data} />
      {children}
    </>
  );
}

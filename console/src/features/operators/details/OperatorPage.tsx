import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { operatorQuery } from "@/data/operators";
import { QueryError } from "@/kit/QueryState";
import { useBack } from "@/kit/routing/page";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { UnsavedProvider } from "@/ui/unsaved";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { KeysBlock } from "../keys/KeysBlock";
import { TeamBlock } from "../team/TeamBlock";
import { InfoBlock } from "./InfoBlock";
import { OpenDataBlock } from "./OpenDataBlock";

/** The settings of one operator, its people and its field keys. */
export function OperatorPage() {
  const { id = "" } = useParams({ strict: false });
  const operatorId = Number(id);
  const { data } = useQuery(operatorQuery(operatorId));
  return (
    <UnsavedProvider key={id}>
      <PageHeader title="Configuration de l'exploitant" subtitle={data?.nom} back={useBack()} />
      <Blocks operatorId={operatorId} />
    </UnsavedProvider>
  );
}

function Blocks({ operatorId }: { operatorId: number }) {
  const operator = useQuery(operatorQuery(operatorId));
  if (operator.isLoadingError) return <QueryError query={operator} />;
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
      <KeysBlock operatorId={operatorId} />
    </>
  );
}

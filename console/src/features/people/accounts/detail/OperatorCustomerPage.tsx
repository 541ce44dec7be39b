import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { AuditLink } from "@/entities/audit/AuditLink";
import { useOwner } from "@/entities/operator/useOwner";
import { useRecordId } from "@/kit/records/RecordPage";
import { PageSkeleton } from "@/kit/routing/PageSkeleton";
import { type ChosenOperator, useOperator } from "@/session/operator";
import { LoadError } from "@/ui/feedback/LoadError";
import { accountQuery } from "../api";
import { AccountPage } from "./AccountPage";
import { accountOperatorsQuery } from "./api";

const UNKNOWN = 404;

/** One account as the chosen operator sees it. */
export function OperatorCustomerPage() {
  const operator = useOperator();
  return operator ? <Customer operator={operator} /> : <LoadError message="Aucun exploitant" />;
}

/** An account that the chosen operator does not know is shown under one that does, if the caller works there. */
function Customer({ operator }: { operator: ChosenOperator }) {
  const id = useRecordId();
  const query = useQuery(accountQuery(id, operator.id));
  const unknown = query.isLoadingError && asApiError(query.error).status === UNKNOWN;
  const others = useQuery({ ...accountOperatorsQuery(id), enabled: unknown });
  const shown = useOwner(unknown ? others.data?.[0]?.id : undefined);
  if (others.isLoading || !shown) return <PageSkeleton />;
  return (
    <AccountPage
      query={query}
      scope={operator.id}
      list="/gestion-utilisateurs-exploitant"
      audit={(account) => <AuditLink about={`compte:${account}`} name="cet usager" />}
    />
  );
}

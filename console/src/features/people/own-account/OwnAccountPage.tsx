import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { ownAccountQuery } from "@/session/account";
import { useOperator } from "@/session/operator";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { ownFactorsQuery } from "../factors/api";
import { FactorsBlock } from "./FactorsBlock";
import { IdentitiesBlock } from "./IdentitiesBlock";
import { IdentityBlock } from "./IdentityBlock";
import { OwnSessions } from "./OwnSessions";
import { PasswordBlock } from "./PasswordBlock";

/** The caller's own account: who they are, and how they sign in. */
export function OwnAccountPage() {
  const operator = useOperator();
  const account = useQuery(ownAccountQuery(operator?.id ?? null));
  const factors = useQuery(ownFactorsQuery());
  return (
    <>
      <PageHeader title="Mon compte" />
      <QueryState query={account} loading={<CardSkeleton />}>
        {(own) => (
          <>
            <IdentityBlock account={own} />
            {own.fournisseurObligatoire === undefined && <PasswordBlock />}
          </>
        )}
      </QueryState>
      <QueryState query={factors} loading={<CardSkeleton />}>
        {(own) => <FactorsBlock own={own} />}
      </QueryState>
      <IdentitiesBlock />
      <OwnSessions />
    </>
  );
}

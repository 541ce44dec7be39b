import { useQuery } from "@tanstack/react-query";
import { ownFactorsQuery } from "@/data/ownFactors";
import { QueryState } from "@/kit/QueryState";
import { ownAccountQuery } from "@/session/account";
import { useOperator } from "@/session/operator";
import { Block } from "@/ui/Block";
import { Facts } from "@/ui/Facts";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton } from "@/ui/Skeletons";
import { FactorsBlock } from "./FactorsBlock";

/** The caller's own account: who they are, and how they sign in. */
export function OwnAccountPage() {
  const operator = useOperator();
  const account = useQuery(ownAccountQuery(operator?.id ?? null));
  const factors = useQuery(ownFactorsQuery());
  return (
    <>
      <PageHeader title="Mon compte" />
      <QueryState query={account} loading={<CardSkeleton />}>
        {({ prenom, nom, email }) => (
          <Block title="Identité">
            <Facts
              items={[
                { label: "Nom", value: nom },
                { label: "Prénom", value: prenom },
                { label: "Email", value: email, wide: true },
              ]}
            />
          </Block>
        )}
      </QueryState>
      <QueryState query={factors} loading={<CardSkeleton />}>
        {(own) => <FactorsBlock own={own} />}
      </QueryState>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import { IdentityList } from "@/features/people/identities/IdentityList";
import { QueryState } from "@/kit/lists/QueryState";
import { Block } from "@/ui/layout/Block";
import { accountIdentitiesQuery, useUnlinkIdentity } from "./api";

const CONSEQUENCES = [
  "Ses sessions ouvertes par ce fournisseur seront fermées.",
  "Il sera lié de nouveau si la personne se connecte avec lui.",
];

type IdentitiesBlockProps = { accountId: number; scope: Scope };

/** The identity providers that open the account, for those who may unlink them; nothing when there is none. */
export function IdentitiesBlock({ accountId, scope }: IdentitiesBlockProps) {
  const { mutateAsync: unlink } = useUnlinkIdentity(accountId, scope);
  const query = useQuery(accountIdentitiesQuery(accountId, scope));
  if (query.isPending || query.data?.length === 0) return null;
  return (
    <Block title="Connexion unique">
      <QueryState query={query}>
        {(identities) => (
          <IdentityList identities={identities} consequences={CONSEQUENCES} unlink={unlink} />
        )}
      </QueryState>
    </Block>
  );
}

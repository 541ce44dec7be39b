import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import { accountIdentitiesQuery } from "@/data/signOn";
import { useUnlinkIdentity } from "@/data/writes/signOn";
import { QueryState } from "@/kit/QueryState";
import { IdentityList } from "@/kit/sign-on/IdentityList";
import { Block } from "@/ui/layout/Block";

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

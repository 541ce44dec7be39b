import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { Block } from "@/ui/layout/Block";
import { providerChoicesQuery } from "../identities/api";
import { IdentityList } from "../identities/IdentityList";
import { ownIdentitiesQuery, useUnlinkOwnIdentity } from "./api";

const CONSEQUENCES = [
  "Les autres sessions qu'il a ouvertes seront fermées.",
  "Il sera lié de nouveau si vous vous connectez avec lui.",
];

/** The identity providers that open the caller's account; nothing where there is none. */
export function IdentitiesBlock() {
  const { mutateAsync: unlink } = useUnlinkOwnIdentity();
  const query = useQuery(ownIdentitiesQuery());
  const { data: providers = [] } = useQuery(providerChoicesQuery());
  if (providers.length === 0 && query.data?.length === 0) return null;
  if (query.isPending) return null;
  return (
    <Block title="Connexion unique">
      <QueryState query={query}>
        {(identities) =>
          identities.length > 0 ? (
            <IdentityList identities={identities} consequences={CONSEQUENCES} unlink={unlink} />
          ) : (
            <Text>
              {`Votre compte n'est lié à aucun fournisseur d'identité. Il le sera la première fois que vous vous connecterez avec ${oneOf(providers.map(({ libelle }) => libelle))}.`}
            </Text>
          )
        }
      </QueryState>
    </Block>
  );
}

const alternatives = new Intl.ListFormat("fr", { type: "disjunction" });
const oneOf = (labels: readonly string[]) => alternatives.format(labels);

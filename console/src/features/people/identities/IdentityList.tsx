import { Button } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { formatDate, formatLong } from "@/format/dates";
import { type Question, useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { focusNextRowAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { Entry, EntryList } from "../entries/Entry";
import type { LinkedIdentity } from "./api";

type IdentityListProps = {
  identities: readonly LinkedIdentity[];
  /** What unlinking brings, for the question. */
  consequences: string[];
  unlink: (id: number) => Promise<unknown>;
};

/** The accounts at identity providers that open an account, each with what unlinks it. */
export function IdentityList({ identities, ...unlinking }: IdentityListProps) {
  return (
    <EntryList label="Fournisseurs liés">
      {identities.map((identity) => (
        <Row key={identity.id} identity={identity} {...unlinking} />
      ))}
    </EntryList>
  );
}

type RowProps = { identity: LinkedIdentity } & Omit<IdentityListProps, "identities">;

function Row({ identity, consequences, unlink }: RowProps) {
  const { id, libelle, adresse, depuis, derniereUtilisation } = identity;
  const question: Question = {
    title: "Connexion unique",
    question: `Voulez-vous vraiment délier «\u00a0${libelle}\u00a0»\u00a0?`,
    consequences,
    destroys: true,
  };
  const ask = useConfirmedWrite({
    question,
    write: () => unlink(id),
    done: `«\u00a0${libelle}\u00a0» est délié.`,
  });
  return (
    <Entry
      icon={IconLogin2}
      name={libelle}
      facts={[
        adresse,
        `Lié le ${formatDate(depuis)}, utilisé le ${formatLong(derniereUtilisation)}`,
      ]}
    >
      <Button
        ref={focusNextRowAfterRemoval}
        variant="subtle"
        color="red"
        aria-label={`Délier ${libelle}`}
        onClick={ask}
      >
        Délier
      </Button>
    </Entry>
  );
}

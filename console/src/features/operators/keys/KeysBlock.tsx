import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ServiceKey, serviceKeysQuery } from "@/data/serviceKeys";
import { useRevokeKey } from "@/data/writes/serviceKeys";
import { AuditLink } from "@/kit/audit/AuditLink";
import { List } from "@/kit/lists/List";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { Block } from "@/ui/Block";
import { EmptyState } from "@/ui/EmptyState";
import type { Column } from "@/ui/table/Table";
import { formatDateTime } from "@/words/format";
import classes from "./KeysBlock.module.css";
import { NewKeyForm } from "./NewKeyForm";
import { NewKeyModal } from "./NewKeyModal";

const columns: Column<ServiceKey>[] = [
  { key: "libelle", header: "Libellé", render: ({ libelle }) => libelle },
  { key: "debut", header: "Clé", render: ({ debut }) => `${debut}…` },
  { key: "creation", header: "Créée le", render: ({ creation }) => formatDateTime(creation) },
  {
    key: "utilisation",
    header: "Dernière utilisation",
    render: ({ derniereUtilisation }) =>
      derniereUtilisation ? formatDateTime(derniereUtilisation) : "Jamais",
  },
];

const TABLE = {
  caption: "Clés d'accès au terrain",
  columns,
  rowActions: (key: ServiceKey) => (
    <>
      <AuditLink about={`cle:${key.id}`} all name={`clé ${key.libelle}`} />
      <RevokeButton serviceKey={key} />
    </>
  ),
};

/** The field API keys with which an operator's applications and controllers call the platform. */
export function KeysBlock({ operatorId }: { operatorId: number }) {
  const [created, setCreated] = useState<string | null>(null);
  return (
    <Block title="Clés d'accès au terrain" bare>
      <p className={classes.hint}>
        L'application des usagers, les contrôleurs des stations et les systèmes de comptage de
        l'exploitant s'identifient par une clé.
      </p>
      <NewKeyForm operatorId={operatorId} onCreated={setCreated} />
      <List
        query={useQuery(serviceKeysQuery(operatorId))}
        table={TABLE}
        icon={<IconKey />}
        skeleton={5}
        empty={
          <EmptyState
            icon={<IconKey />}
            title="Cet exploitant n'a pas encore de clé."
            hint="Créez-en une pour chaque application ou équipement à raccorder."
          />
        }
      />
      {created && <NewKeyModal secret={created} onClose={() => setCreated(null)} />}
    </Block>
  );
}

function RevokeButton({ serviceKey }: { serviceKey: ServiceKey }) {
  const { mutateAsync: revoke } = useRevokeKey();
  const ask = useDelete({
    article: "la clé",
    item: serviceKey.libelle,
    write: () => revoke(serviceKey.id),
    done: `La clé « ${serviceKey.libelle} » est révoquée.`,
  });
  return (
    <Button
      variant="subtle"
      color="red"
      size="xs"
      onClick={ask}
      aria-label={`Révoquer ${serviceKey.libelle}`}
    >
      Révoquer
    </Button>
  );
}

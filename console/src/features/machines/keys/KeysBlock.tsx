import { Anchor, Button, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { AuditLink } from "@/entities/audit/AuditLink";
import { grantOf } from "@/entities/key/rights";
import { formatCount, formatDate, formatLong, formatShort } from "@/format";
import { List } from "@/kit/lists/List";
import { useConfirmedWrite, useDelete } from "@/kit/records/useConfirmedWrite";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";
import { type ServiceKey, serviceKeysQuery, useReplaceKey, useRevokeKey } from "./api";
import { EditKeyModal } from "./EditKeyModal";
import { NewKeyForm } from "./NewKeyForm";
import { NewKeyModal } from "./NewKeyModal";

const TITLE = "Clés d'accès";
const DAY = 86_400_000;
/** How long before its end a key is pointed out. */
const SOON = 30 * DAY;
/** How long the secret that was replaced is good. */
const OVERLAP = DAY;

const columns: Column<ServiceKey>[] = [
  { key: "libelle", header: "Libellé", render: ({ libelle }) => libelle },
  { key: "debut", header: "Clé", render: (key) => <Secret serviceKey={key} /> },
  { key: "droits", header: "Droits", render: (key) => <Grant serviceKey={key} /> },
  { key: "expiration", header: "Expiration", render: (key) => <Expiry serviceKey={key} /> },
  { key: "creation", header: "Créée le", render: ({ creation }) => formatDate(creation) },
  {
    key: "utilisation",
    header: "Dernière utilisation",
    render: ({ derniereUtilisation }) =>
      derniereUtilisation ? formatShort(derniereUtilisation) : "Jamais",
  },
];

function Secret({ serviceKey: { debut, remplacement } }: { serviceKey: ServiceKey }) {
  return (
    <>
      {debut}…
      {remplacement && (
        <Text c="dimmed">L'ancienne vaut jusqu'au {formatLong(remplacement.jusqua)}</Text>
      )}
    </>
  );
}

function Grant({ serviceKey }: { serviceKey: ServiceKey }) {
  const { limite } = serviceKey;
  return (
    <>
      {grantOf(serviceKey)}
      <Text c="dimmed">{limite ? `${formatCount(limite)}\u00a0appels/min` : "Sans limite"}</Text>
    </>
  );
}

function Expiry({ serviceKey: { expiration } }: { serviceKey: ServiceKey }) {
  if (!expiration) return "Aucune";
  const left = Date.parse(expiration) - Date.now();
  if (left <= 0) return <StatusChip color="red" label="Expirée" />;
  const sentence = `Expire le ${formatDate(expiration)}`;
  return left < SOON ? <StatusChip color="orange" label={sentence} /> : sentence;
}

type NewSecret = { secret: string; formerUntil?: string };

/** The keys with which an operator's programs call the platform. */
export function KeysBlock({ operatorId }: { operatorId: number }) {
  const [created, setCreated] = useState<NewSecret | null>(null);
  const [edited, setEdited] = useState<ServiceKey | null>(null);
  const table = useMemo(
    () => ({
      caption: TITLE,
      columns,
      rowActions: (key: ServiceKey) => (
        <>
          <AuditLink about={`cle:${key.id}`} all name={`clé ${key.libelle}`} />
          <Button
            variant="subtle"
            size="xs"
            onClick={() => setEdited(key)}
            aria-label={`Modifier ${key.libelle}`}
          >
            Modifier
          </Button>
          <ReplaceButton serviceKey={key} onReplaced={setCreated} />
          <RevokeButton serviceKey={key} />
        </>
      ),
    }),
    [],
  );
  const onCreated = useCallback((secret: string) => setCreated({ secret }), []);
  const keys = useQuery(serviceKeysQuery(operatorId));
  const named = useLocation({ select: ({ hash }) => hash === "cles" });
  const intro = useRef<HTMLParagraphElement>(null);
  const { isSuccess } = keys;
  useEffect(() => {
    if (named && isSuccess) intro.current?.scrollIntoView({ block: "center" });
  }, [named, isSuccess]);
  return (
    <Block title={TITLE} bare>
      <Text ref={intro} c="dimmed" maw="72ch" mb="md">
        Un programme de l'exploitant s'identifie par une clé&nbsp;: l'application des usagers, les
        contrôleurs des stations, les systèmes de comptage, ou un outil qui fait par l'interface de
        programmation ce que fait le personnel. Ce qu'elle fait porte son libellé dans le journal.{" "}
        <Anchor inherit underline="always" href="/api/docs" target="_blank" rel="noreferrer">
          Documentation de l'API
        </Anchor>
      </Text>
      <NewKeyForm operatorId={operatorId} onCreated={onCreated} />
      <List
        query={keys}
        table={table}
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
      {edited && <EditKeyModal serviceKey={edited} onClose={() => setEdited(null)} />}
      {created && <NewKeyModal {...created} onClose={() => setCreated(null)} />}
    </Block>
  );
}

type ReplaceButtonProps = { serviceKey: ServiceKey; onReplaced: (made: NewSecret) => void };

function ReplaceButton({ serviceKey, onReplaced }: ReplaceButtonProps) {
  const { mutateAsync: replace, reset: forget } = useReplaceKey();
  const ask = useConfirmedWrite({
    question: {
      title: "Remplacement",
      question: `Voulez-vous vraiment remplacer la clé ${serviceKey.libelle}\u00a0?`,
      consequences: [
        "L'ancienne vaut encore 24 heures, le temps de changer les programmes.",
        ...(serviceKey.remplacement
          ? ["Celle du remplacement précédent cesse aussitôt de valoir."]
          : []),
      ],
    },
    write: () => replace(serviceKey.id),
    done: `La clé «\u00a0${serviceKey.libelle}\u00a0» est remplacée.`,
    after: ({ cle }) => {
      forget();
      onReplaced({ secret: cle, formerUntil: new Date(Date.now() + OVERLAP).toISOString() });
    },
  });
  return (
    <Button variant="subtle" size="xs" onClick={ask} aria-label={`Remplacer ${serviceKey.libelle}`}>
      Remplacer
    </Button>
  );
}

function RevokeButton({ serviceKey }: { serviceKey: ServiceKey }) {
  const { mutateAsync: revoke } = useRevokeKey();
  const ask = useDelete({
    article: "la clé",
    item: serviceKey.libelle,
    consequences: [
      "Les programmes qui s'en servent sont refusés aussitôt.",
      ...(serviceKey.droits.length > 0
        ? [
            "Les lots de remboursements qu'elle a demandés continuent\u00a0: ils se mettent en pause sur la page du tarif.",
          ]
        : []),
    ],
    write: () => revoke(serviceKey.id),
    done: `La clé «\u00a0${serviceKey.libelle}\u00a0» est révoquée.`,
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

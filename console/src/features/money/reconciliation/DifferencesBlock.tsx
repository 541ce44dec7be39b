import { Anchor, Box, Button, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { differenceState, MOVEMENT_KINDS } from "@/entities/difference/words";
import { disputeOf } from "@/entities/payment/dispute";
import { formatDate, formatEuros, formatLong, formatShort } from "@/format";
import { type Key, keyTo, pageFollows } from "@/kit/lists/keys";
import { QueryState } from "@/kit/lists/QueryState";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Tabs } from "@/ui/layout/Tabs";
import { Pager } from "@/ui/table/Pager";
import { type Column, Table } from "@/ui/table/Table";
import money from "../money.module.css";
import {
  DIFFERENCE_PAGE_SIZE,
  type Difference,
  differencesQuery,
  type Reconciliation,
} from "./api";
import classes from "./reconciliation.module.css";

const ExplainModal = lazyPart(async () => (await import("./ExplainModal")).ExplainModal, {
  onMissing: ({ onClose }) => onClose(),
});

const VIEWS = {
  open: { label: "À expliquer", query: { aExpliquer: true }, empty: "Aucun écart à expliquer" },
  all: { label: "Tous", query: {}, empty: "Aucun écart dans ce mois" },
  orphans: {
    label: "Sans exploitant",
    query: { sansExploitant: true },
    empty: "Aucun écart sans exploitant dans ce mois",
  },
} as const;

type View = keyof typeof VIEWS;

type BlockProps = { operatorId: number; found: Reconciliation };

/** The differences of a month, each of which waits for an explanation. */
export function DifferencesBlock({ operatorId, found }: BlockProps) {
  const [view, setView] = useState<View>("open");
  const { ecartsAExpliquer, sansExploitant } = found;
  const tabs = [
    { key: "open" as const, label: `${VIEWS.open.label} (${ecartsAExpliquer})` },
    { key: "all" as const, label: VIEWS.all.label },
    // What nothing tells the owner of is for administrators.
    ...(sansExploitant === undefined
      ? []
      : [{ key: "orphans" as const, label: `${VIEWS.orphans.label} (${sansExploitant})` }]),
  ];
  return (
    <Block title="Écarts avec le prestataire" bare>
      <Text inherit maw="46rem" mb="sm">
        Rien n'est corrigé automatiquement. Un écart reste à traiter tant que personne ne l'a
        expliqué.
      </Text>
      <Tabs label="Écarts à montrer" tabs={tabs} chosen={view} onChoose={setView}>
        <Differences key={view} operatorId={operatorId} month={found.mois} view={view} />
      </Tabs>
    </Block>
  );
}

type DifferencesProps = { operatorId: number; month: string; view: View };

function Differences({ operatorId, month, view }: DifferencesProps) {
  const [{ page, ...key }, goTo] = useState<{ page: number } & Partial<Key>>({ page: 1 });
  const [chosen, setChosen] = useState<Difference | null>(null);
  const { query, empty } = VIEWS[view];
  const actions = useCallback(
    (difference: Difference) =>
      difference.explication ? null : (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setChosen(difference)}
          aria-label={`Expliquer l'écart, ${differenceState(difference.etat)}, ${formatEuros(difference.montantPrestataire - difference.montant)}`}
        >
          Expliquer
        </Button>
      ),
    [],
  );
  const pages = { mois: month, page, ...key, itemsPerPage: DIFFERENCE_PAGE_SIZE };
  return (
    <QueryState query={useQuery(differencesQuery(operatorId, { ...pages, ...query }))} rows={4}>
      {({ items, total, totalPlafonne, ...beside }) => (
        <>
          {total === 0 ? (
            <EmptyState icon={<IconCircleCheck />} title={empty} />
          ) : (
            <>
              <Table
                caption="Écarts"
                columns={COLUMNS}
                rows={items}
                rowKey={rowKey}
                rowActions={actions}
              />
              <Box mt="md">
                <Pager
                  page={page}
                  total={total}
                  capped={totalPlafonne}
                  more={pageFollows(beside)}
                  pageSize={DIFFERENCE_PAGE_SIZE}
                  onChange={(to) => goTo({ page: to, ...(to > 1 && keyTo(to, page, beside)) })}
                  label="Pages des écarts"
                />
              </Box>
            </>
          )}
          {chosen && (
            <ExplainModal
              difference={chosen}
              operatorId={operatorId}
              orphan={view === "orphans"}
              onClose={() => setChosen(null)}
            />
          )}
        </>
      )}
    </QueryState>
  );
}

const rowKey = ({ id }: Difference) => id;

const COLUMNS: Column<Difference>[] = [
  {
    key: "etat",
    header: "Écart",
    render: ({ etat, type, contestation }) => (
      <span className={classes.state}>
        <StatusChip color="orange" label={differenceState(etat)} />
        <span className={classes.detail}>
          {disputeOf(contestation) ?? MOVEMENT_KINDS[type] ?? type}
        </span>
      </span>
    ),
  },
  {
    key: "nous",
    header: "Chez nous",
    align: "right",
    render: ({ montant, instant }) => <Side amount={montant} at={instant} />,
  },
  {
    key: "prestataire",
    header: "Chez le prestataire",
    align: "right",
    render: ({ montantPrestataire, instantPrestataire, reference }) => (
      <Side amount={montantPrestataire} at={instantPrestataire} reference={reference} />
    ),
  },
  {
    key: "paiement",
    header: "Paiement",
    render: ({ paiement }) =>
      paiement === null ? (
        "Aucun"
      ) : (
        <Anchor
          className={money.link}
          renderRoot={(props) => (
            <Link {...props} to="/liste-paiements-exploitant" search={{ paiement }} />
          )}
        >
          Voir le paiement
        </Anchor>
      ),
  },
  {
    key: "explication",
    header: "Explication",
    render: ({ explication, constateLe }) =>
      explication ? (
        <span className={classes.state}>
          <span className={money.long}>{explication.commentaire}</span>
          <span className={classes.detail}>
            {explication.par?.nom ?? "Compte supprimé"}, le {formatLong(explication.le)}
          </span>
        </span>
      ) : (
        <span className={classes.detail}>Constaté le {formatDate(constateLe)}</span>
      ),
  },
];

type SideProps = { amount: number; at: string | null; reference?: string };

/** What one side says: the amount, when, and its number for it. */
function Side({ amount, at, reference }: SideProps) {
  if (!at) return <span className={classes.detail}>Rien</span>;
  return (
    <span className={`${classes.state} ${classes.side}`}>
      {formatEuros(amount)}
      <span className={classes.detail}>{formatShort(at)}</span>
      {reference && <span className={`${classes.detail} ${money.long}`}>{reference}</span>}
    </span>
  );
}

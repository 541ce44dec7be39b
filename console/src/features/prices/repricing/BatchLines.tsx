import { Anchor, Button, NativeSelect, Stack, Text } from "@mantine/core";
import { IconReceiptRefund } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { formatEuros, formatShort } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { BusyButton } from "@/ui/form/BusyButton";
import { type Column, Table } from "@/ui/table/Table";
import prices from "../prices.module.css";
import {
  batchLinesQuery,
  type RefundBatch,
  type RefundBatchLine,
  type RefundLineState,
} from "./api";
import { LINE_STATES } from "./states";

const columns: Column<RefundBatchLine>[] = [
  { key: "date", header: "Date", render: ({ debutOccupation }) => formatShort(debutOccupation) },
  {
    key: "lieu",
    header: "Station et casier",
    render: ({ station, casier }) => `${station} – ${casier}`,
  },
  {
    key: "actuel",
    header: "Prix payé",
    align: "right",
    render: ({ montantActuel }) => formatEuros(montantActuel),
  },
  {
    key: "nouveau",
    header: "Prix juste",
    align: "right",
    render: ({ montantNouveau }) => formatEuros(montantNouveau),
  },
  {
    key: "rendre",
    header: "À rendre",
    align: "right",
    render: ({ aRembourser }) => <strong>{formatEuros(aRembourser)}</strong>,
  },
  {
    key: "etat",
    header: "État",
    render: ({ etat, motif }) => (
      <Stack component="span" gap={2} align="flex-start">
        <StatusChip {...LINE_STATES[etat]} />
        {motif && (
          <Text span size="xs" c="dimmed">
            {motif}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: "paiement",
    header: "Paiement",
    render: ({ idPaiement }) => (
      <Anchor
        className={prices.link}
        renderRoot={(props) => (
          <Link {...props} to="/liste-paiements-exploitant" search={{ paiement: idPaiement }} />
        )}
      >
        Voir le paiement
      </Anchor>
    ),
  },
];

const CHOICES = [
  { value: "", label: "Toutes" },
  ...Object.entries(LINE_STATES).map(([value, { label }]) => ({ value, label })),
];

const lineKey = ({ idOccupation }: RefundBatchLine) => idOccupation;

/** The stays of a batch, all or those in one state. */
export function BatchLines({ batch }: { batch: RefundBatch }) {
  const { id, statut } = batch;
  const [state, setState] = useState<RefundLineState>();
  const lines = useInfiniteQuery(batchLinesQuery(id, state));
  useRefetchOnProgress(batch, lines.refetch);
  const rows = lines.data?.pages.flatMap(({ lignes }) => lignes) ?? [];
  return (
    <Stack>
      <NativeSelect
        maw={{ sm: "16rem" }}
        label="État"
        data={CHOICES}
        value={state ?? ""}
        onChange={({ currentTarget }) =>
          setState((currentTarget.value || undefined) as RefundLineState | undefined)
        }
      />
      {lines.isLoadingError ? (
        <QueryError query={lines} />
      ) : !lines.data ? (
        <ListSkeleton rows={10} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconReceiptRefund />}
          title={state ? "Aucune utilisation dans cet état." : "Aucune utilisation."}
          hint={
            statut === "preparation"
              ? "Les lignes apparaissent une fois le lot préparé."
              : undefined
          }
          action={
            state && (
              <Button variant="default" onClick={() => setState(undefined)}>
                Voir toutes les utilisations
              </Button>
            )
          }
        />
      ) : (
        <>
          <Table
            caption="Les utilisations du lot"
            columns={columns}
            rows={rows}
            rowKey={lineKey}
            loading={lines.isFetching && !lines.isFetchingNextPage}
          />
          {lines.hasNextPage && (
            <BusyButton
              variant="default"
              mx="auto"
              busy={lines.isFetchingNextPage}
              onClick={() => void lines.fetchNextPage()}
            >
              Afficher la suite
            </BusyButton>
          )}
        </>
      )}
    </Stack>
  );
}

/** Loads the lines again whenever the figures of the batch say that some have changed. */
function useRefetchOnProgress(batch: RefundBatch, refetch: () => unknown) {
  const { statut, aFaire, enCours, rembourses, refuses, ignores } = batch;
  const progress = [
    statut,
    ...[aFaire, enCours, rembourses, refuses, ignores].map((f) => f.nombre),
  ].join();
  const seen = useRef(progress);
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    void refetch();
  }, [progress, refetch]);
}

import { NativeSelect, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconLock, IconZoomExclamation } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { type Locker, lockersQuery } from "@/entities/locker/api";
import { plural } from "@/format";
import { fold } from "@/format/fold";
import { useOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { LoadError } from "@/ui/feedback/LoadError";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { SearchBox } from "@/ui/form/SearchBox";
import { PlainList } from "@/ui/layout/PlainList";
import { useRefreshInTurn } from "./api";
import { Drafts } from "./drafts/Drafts";
import { FieldTasks } from "./fieldwork/FieldTasks";
import classes from "./maintenance.module.css";
import { STATES } from "./wording";

export interface StationName {
  id: number;
  nom: string;
}

export interface LockerQuery {
  code: string;
  stationId: number | null;
}

type LockerSearchProps = {
  stations: readonly StationName[];
  query: LockerQuery;
  onQuery: (query: LockerQuery) => void;
  onOpen: (locker: Locker) => void;
};

/** The number of stations whose lockers may be loaded at once. */
const MAX_STATIONS = 30;
const MAX_RESULTS = 50;

/** Loaded once, then by `useRefreshInTurn`: thirty stations would otherwise make thirty calls every 15 s. */
const REFRESHED_IN_TURN = {
  staleTime: 5 * 60_000,
  refetchInterval: false,
  refetchOnWindowFocus: false,
} as const;

export function LockerSearch({ stations, query, onQuery, onOpen }: LockerSearchProps) {
  const { code, stationId } = query;
  const everywhere = stations.length <= MAX_STATIONS;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm" maw="44rem" mb="md">
        <NativeSelect
          label="Station"
          value={stationId ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onQuery({ code, stationId: value === "" ? null : Number(value) })
          }
          data={[
            { value: "", label: everywhere ? "Toutes les stations" : "Choisissez une station" },
            ...stations.map(({ id, nom }) => ({ value: String(id), label: nom })),
          ]}
        />
        <SearchBox
          label="Code du casier"
          labelled
          value={code}
          onChange={(text) => onQuery({ code: text, stationId })}
        />
      </SimpleGrid>
      {stationId !== null || (everywhere && code.trim() !== "") ? (
        <Results
          stationIds={stationId === null ? stations.map(({ id }) => id) : [stationId]}
          code={code}
          onOpen={onOpen}
        />
      ) : (
        <Untyped everywhere={everywhere} />
      )}
    </>
  );
}

/** What there is to do, until a locker is searched for; how to search, when there is nothing. */
function Untyped({ everywhere }: { everywhere: boolean }) {
  const operator = useOperator();
  const mayRead = useCan("DROIT_EVENEMENTS_LECTURE");
  const question = (
    <EmptyState
      icon={<IconLock />}
      title={
        everywhere ? "Quel casier cherchez-vous\u00a0?" : "Dans quelle station êtes-vous\u00a0?"
      }
      hint={
        everywhere
          ? "Saisissez le code écrit sur sa porte, ou choisissez la station où vous êtes."
          : "Choisissez-la pour chercher parmi ses casiers."
      }
    />
  );
  return (
    <>
      <Drafts />
      {operator && mayRead ? <FieldTasks operatorId={operator.id} empty={question} /> : question}
    </>
  );
}

type ResultsProps = {
  stationIds: readonly number[];
  code: string;
  onOpen: (locker: Locker) => void;
};

function Results({ stationIds, code, onOpen }: ResultsProps) {
  const { lockers, pending, error, retry } = useQueries({
    queries: stationIds.map((id) => ({ ...lockersQuery(id), ...REFRESHED_IN_TURN })),
    combine: (results) => ({
      lockers: results.flatMap(({ data = [] }) => data),
      pending: results.some(({ isPending }) => isPending),
      error: results.find(({ isLoadingError }) => isLoadingError)?.error,
      retry: () => {
        for (const result of results) if (result.isLoadingError) void result.refetch();
      },
    }),
  });
  const found = matching(lockers, code);
  const shown = found.slice(0, MAX_RESULTS);
  useRefreshInTurn([...new Set(shown.map(({ station }) => station.id))]);

  if (error) return <LoadError message={asApiError(error).message} onRetry={retry} />;
  if (pending && found.length === 0) return <ListSkeleton />;
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<IconZoomExclamation />}
        title="Aucun casier trouvé."
        hint="Vérifiez le code écrit sur la porte, ou choisissez une autre station."
      />
    );
  }
  return (
    <>
      <Text role="status" c="dimmed" mb="xs">
        {found.length > MAX_RESULTS
          ? `${found.length} casiers trouvés, les ${MAX_RESULTS} premiers sont affichés\u00a0: précisez le code.`
          : `${found.length} ${plural(found.length, "casier")} ${plural(found.length, "trouvé")}`}
      </Text>
      <PlainList gap="xs" maw="44rem" aria-label="Casiers trouvés">
        {shown.map((locker) => (
          <li key={locker.id}>
            <UnstyledButton w="100%" className={classes.result} onClick={() => onOpen(locker)}>
              <Stack component="span" gap={0} flex={1}>
                <Text component="strong" fz="lg" fw={700}>
                  {locker.nom}
                </Text>
                <Text span c="dimmed">
                  {locker.station.nom}
                </Text>
              </Stack>
              <StatusChip color={STATES[locker.etat]} label={locker.etat} />
              <IconChevronRight size={20} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </PlainList>
    </>
  );
}

/** Returns the lockers whose code contains the text, an exact match first. */
function matching(lockers: readonly Locker[], code: string): Locker[] {
  const text = fold(code);
  const rank = ({ nom }: Locker) => (fold(nom) === text ? 0 : fold(nom).startsWith(text) ? 1 : 2);
  return lockers.filter(({ nom }) => fold(nom).includes(text)).sort((a, b) => rank(a) - rank(b));
}

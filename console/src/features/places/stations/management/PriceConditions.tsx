import { Button, Stack, Text } from "@mantine/core";
import { IconCoinEuro } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { formatCount } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { SearchBox } from "@/ui/form/SearchBox";
import { Block } from "@/ui/layout/Block";
import { type Column, Table } from "@/ui/table/Table";
import { type LockerTariffs, stationTariffsQuery } from "./api";
import { ConditionsModal } from "./ConditionsModal";
import { filterByName, namesInWords, needsSearch } from "./wording";

type Word = "casier" | "espace";

const isPriced = ({ tarifsAutre, tarifsAbonnement }: LockerTariffs) =>
  tarifsAutre.length + tarifsAbonnement.length > 0;

type PriceConditionsProps = { stationId: number; word: Word };

/** The lockers under the same tariffs, with these tariffs. */
type Group = LockerTariffs & { count: number };

/** Says once what several lockers have in common: each group is named after its lockers. */
function groupsOf(lockers: readonly LockerTariffs[]): Group[] {
  const groups = new Map<string, LockerTariffs[]>();
  for (const locker of lockers) {
    const { tarifsAutre, tarifsAbonnement } = locker;
    const key = [tarifsAutre, tarifsAbonnement].map((list) => list.map(({ id }) => id)).join("|");
    const others = groups.get(key);
    if (others) others.push(locker);
    else groups.set(key, [locker]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const names = group.map(({ libelleCasier }) => libelleCasier);
    return [{ ...first, libelleCasier: namesInWords(names), count: group.length }];
  });
}

/** The tariffs of the lockers, those with the same ones together, with a dialog that shows them. */
export const PriceConditions = memo(({ stationId, word }: PriceConditionsProps) => {
  const { data, ...query } = useQuery(stationTariffsQuery(stationId));
  const [shown, setShown] = useState<LockerTariffs | null>(null);
  const [name, setName] = useState("");
  const search = useDeferredValue(name);
  const found = useMemo(
    () => filterByName(data ?? NONE, ({ libelleCasier }) => libelleCasier, search),
    [data, search],
  );
  const groups = useMemo(() => groupsOf(found), [found]);
  return (
    <Block
      title="Conditions tarifaires"
      bare
      action={
        data &&
        needsSearch(data) && (
          <SearchBox
            label={`Chercher les conditions tarifaires d'un ${word}`}
            value={name}
            onChange={setName}
          />
        )
      }
    >
      {query.isLoadingError ? (
        <QueryError query={query} />
      ) : !data ? (
        <ListSkeleton />
      ) : data.some(isPriced) ? (
        <>
          <Unpriced count={data.filter((locker) => !isPriced(locker)).length} word={word} />
          {found.length === 0 ? (
            <NoMatch
              title={`Aucun ${word} ne porte le nom «\u00a0${search.trim()}\u00a0».`}
              onWiden={() => setName("")}
            />
          ) : (
            <Groups groups={groups} word={word} onShow={setShown} />
          )}
        </>
      ) : (
        <EmptyState
          icon={<IconCoinEuro />}
          title="Aucune condition tarifaire ne s'applique à cette station."
          hint="Tant qu'il n'y en a pas, aucune utilisation ne peut y commencer."
        />
      )}
      {shown && <ConditionsModal locker={shown} onClose={() => setShown(null)} />}
    </Block>
  );
});

const NONE: LockerTariffs[] = [];

/** A locker without a tariff: no stay can begin in it. */
function Unpriced({ count, word }: { count: number; word: Word }) {
  if (count === 0) return null;
  return (
    <Text c="dimmed" mb="md">
      {count === 1
        ? `1 ${word} n'a aucune condition tarifaire\u00a0: aucune utilisation ne peut y commencer.`
        : `${formatCount(count)} ${word}s n'ont aucune condition tarifaire\u00a0: aucune utilisation ne peut y commencer.`}
    </Text>
  );
}

function columnsFor(word: Word): Column<Group>[] {
  return [
    {
      key: "casier",
      header: word === "casier" ? "Code casier" : "Nom de l'espace",
      render: ({ libelleCasier, count }) =>
        count === 1 ? (
          libelleCasier
        ) : (
          <Stack component="span" gap={0}>
            <span>{libelleCasier}</span>
            <Text span fz="xs" c="dimmed">
              {formatCount(count)} {word}s
            </Text>
          </Stack>
        ),
    },
    {
      key: "horaires",
      header: "Tarifs horaires",
      align: "right",
      render: ({ tarifsAutre }) => formatCount(tarifsAutre.length),
    },
    {
      key: "abonnements",
      header: "Abonnements",
      align: "right",
      render: ({ tarifsAbonnement }) => formatCount(tarifsAbonnement.length),
    },
  ];
}

type GroupsProps = {
  groups: readonly Group[];
  word: Word;
  onShow: (group: LockerTariffs) => void;
};

/** Memoised, so that opening the dialog does not render the rows again. */
const Groups = memo(({ groups, word, onShow }: GroupsProps) => (
  <Table
    caption="Conditions tarifaires"
    columns={columnsFor(word)}
    rows={groups}
    rowKey={({ idCasier }) => idCasier}
    rowActions={(group) =>
      isPriced(group) && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Voir les conditions tarifaires de ${group.libelleCasier}`}
          onClick={() => onShow(group)}
        >
          Voir
        </Button>
      )
    }
  />
));

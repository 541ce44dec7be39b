import { Group, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import type { Locker, LockerStay } from "@/entities/locker/api";
import { BriefOutage } from "@/entities/locker/OutageNote";
import { StayFlags } from "@/entities/stay/StayFlags";
import { formatEuros } from "@/format";
import { useOpenRows } from "@/kit/lists/useOpenRows";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { SearchBox } from "@/ui/form/SearchBox";
import { Block } from "@/ui/layout/Block";
import { CounterList } from "@/ui/layout/CounterList";
import { type Column, Table } from "@/ui/table/Table";
import { LockerDetails } from "./LockerDetails";
import { LockerSwitch } from "./LockerSwitch";
import classes from "./management.module.css";
import { OpeningButton } from "./OpeningButton";
import type { OpeningRequest } from "./openingTarget";
import { stationSearch } from "./search";
import { anchorOf, useNamedLocker } from "./useNamedLocker";
import {
  customerName,
  elapsed,
  filterByCode,
  lockerCounters,
  needsSearch,
  type Picked,
  pick,
  STATES,
} from "./wording";

const columns: Column<Locker>[] = [
  { key: "code", header: "Code casier", render: ({ nom }) => nom },
  { key: "type", header: "Type", render: ({ type }) => type.nom },
  {
    key: "informations",
    header: "Informations",
    render: ({ complement, etiquettes }) =>
      [complement, ...etiquettes.map(({ libelle }) => libelle)].filter(Boolean).join(", "),
  },
  {
    key: "usager",
    header: "Usager",
    render: ({ utilisations: [stay] }) => (stay ? customerName(stay) : "–"),
  },
  {
    key: "etat",
    header: "État",
    render: ({ id, etat, horsService }) => (
      <span id={anchorOf({ id })}>
        <StatusChip color={STATES[etat]} label={etat} />
        <BriefOutage outage={horsService} />
      </span>
    ),
  },
];

/** What is asked of each stay: how long it has lasted, whether too long, and what it costs so far. */
const stayColumns: Column<Locker>[] = [
  {
    key: "duree",
    header: "Durée",
    render: ({ utilisations: [stay] }) => (stay ? <Duration stay={stay} /> : "–"),
  },
  {
    key: "prix",
    header: "Prix actuel",
    align: "right",
    render: ({ utilisations: [stay] }) =>
      stay ? formatEuros(stay.utilisation.occupationPrix.prixActuel) : "–",
  },
];

function Duration({ stay }: { stay: LockerStay }) {
  const { depassement, enlevement } = stay.utilisation;
  return (
    <Group component="span" gap="xs" data-figures>
      <Text span textWrap="nowrap">
        {elapsed(stay, Date.now())}
      </Text>
      {(depassement || enlevement) && <StayFlags stay={stay.utilisation} />}
    </Group>
  );
}

const switchColumn: Column<Locker> = {
  key: "actif",
  header: "Actif",
  render: ({ id, nom, actif, version }) => (
    <LockerSwitch id={id} name={nom} active={actif} version={version} word="casier" />
  ),
};

const rowKey = ({ id }: Locker) => id;
const rowLabel = ({ nom }: Locker) => nom;

type LockersBlockProps = {
  operatorId: number;
  lockers: readonly Locker[];
  /** Must keep its identity from one render to the next. */
  onOpening: (request: OpeningRequest) => void;
};

/** The lockers of an individual station: the counts, then one row each. */
export function LockersBlock({ operatorId, lockers, onOpening }: LockersBlockProps) {
  const { open, toggle } = useOpenRows();
  const named = useNamedLocker();
  const maySwitch = useCan("DROIT_CASIERS_ECRITURE");
  const mayOpen = useCan("DROIT_EVENEMENTS_ECRITURE");
  const [code, setCode] = useState("");
  const query = useDeferredValue(code);
  const { search, set } = usePageSearch(stationSearch);
  const { etat, type } = search;
  const shown = useMemo(
    () => filterByCode(pick(lockers, { etat, type }), query),
    [lockers, query, etat, type],
  );
  const { kinds, states } = useMemo(() => lockerCounters(lockers), [lockers]);

  const shownColumns = useMemo(
    () => [...columns, ...stayColumns, ...(maySwitch ? [switchColumn] : [])],
    [maySwitch],
  );
  const rowActions = useMemo(
    () =>
      mayOpen
        ? ({ id, nom, utilisations: [stay] }: Locker) => (
            <OpeningButton
              inRow
              about={nom}
              request={{ lockerId: id, stayId: stay?.utilisation.id }}
              onOpen={onOpening}
            />
          )
        : undefined,
    [mayOpen, onOpening],
  );
  const renderDetails = useMemo(() => {
    const openingButton = ({ id, nom, utilisations: [stay] }: Locker) => (
      <OpeningButton
        about={nom}
        request={{ lockerId: id, stayId: stay?.utilisation.id }}
        onOpen={onOpening}
      />
    );
    return (locker: Locker) => (
      <LockerDetails locker={locker} operatorId={operatorId} opening={openingButton(locker)} />
    );
  }, [operatorId, onOpening]);

  const tiles = {
    isPressed: ({ picks }: { picks: Picked }) =>
      picks.etat
        ? picks.etat === etat
        : picks.type
          ? picks.type === type
          : etat === undefined && type === undefined,
    onPress: ({ picks }: { picks: Picked }) => {
      if (picks.etat) set({ etat: picks.etat === etat ? undefined : picks.etat });
      else if (picks.type) set({ type: picks.type === type ? undefined : picks.type });
      else set({ etat: undefined, type: undefined });
    },
  };

  return (
    <Block
      title="Utilisation actuelle des casiers"
      bare
      action={
        needsSearch(lockers) && (
          <SearchBox label="Chercher un casier par son code" value={code} onChange={setCode} />
        )
      }
    >
      {lockers.length === 0 ? (
        <EmptyState
          icon={<IconLock />}
          title="Cette station n'a pas encore de casier."
          hint="Ses casiers apparaîtront ici dès qu'ils seront configurés."
        />
      ) : (
        <>
          <Group gap="xs" mb="md" className={classes.counters}>
            <CounterList items={kinds} {...tiles} />
            <CounterList items={states} {...tiles} />
          </Group>
          {shown.length === 0 ? (
            <NoMatch
              title={
                query.trim()
                  ? `Aucun casier ne porte le code «\u00a0${query.trim()}\u00a0».`
                  : "Aucun casier n'est dans cet état."
              }
              widen="Voir tous les casiers"
              onWiden={() => {
                setCode("");
                set({ etat: undefined, type: undefined });
              }}
            />
          ) : (
            <Table
              caption="Casiers de la station"
              columns={shownColumns}
              rows={shown}
              rowKey={rowKey}
              rowLabel={rowLabel}
              rowActions={rowActions}
              renderDetails={renderDetails}
              expanded={open}
              onToggle={toggle}
              named={named}
            />
          )}
        </>
      )}
    </Block>
  );
}

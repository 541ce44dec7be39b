import { useDeferredValue, useMemo, useState } from "react";
import type { Locker } from "@/data/lockers";
import { useCan } from "@/session/rights";
import { Block } from "@/ui/Block";
import { CounterList } from "@/ui/CounterList";
import { EmptyState } from "@/ui/EmptyState";
import { SearchBox } from "@/ui/SearchBox";
import { StatusChip } from "@/ui/StatusChip";
import { type Column, Table } from "@/ui/table/Table";
import { useOpenRows } from "@/ui/table/useOpenRows";
import { LockerDetails } from "./LockerDetails";
import { LockerSwitch } from "./LockerSwitch";
import classes from "./management.module.css";
import { OpeningButton } from "./OpeningButton";
import type { OpeningRequest } from "./openingTarget";
import { anchorOf, useNamedLocker } from "./useNamedLocker";
import { customerName, filterByCode, lockerCounters, needsSearch, STATES } from "./wording";

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
    render: ({ id, etat }) => (
      <span id={anchorOf({ id })}>
        <StatusChip color={STATES[etat]} label={etat} />
      </span>
    ),
  },
];

const switchColumn: Column<Locker> = {
  key: "actif",
  header: "Actif",
  render: ({ id, nom, actif }) => <LockerSwitch id={id} name={nom} active={actif} word="casier" />,
};

const rowKey = ({ id }: Locker) => id;
const rowLabel = ({ nom }: Locker) => nom;

type LockersBlockProps = {
  lockers: readonly Locker[];
  /** Must keep its identity from one render to the next. */
  onOpening: (request: OpeningRequest) => void;
};

/** The lockers of an individual station: the counts, then one row each. */
export function LockersBlock({ lockers, onOpening }: LockersBlockProps) {
  const { open, toggle } = useOpenRows();
  const named = useNamedLocker();
  const maySwitch = useCan("DROIT_CASIERS_ECRITURE");
  const [code, setCode] = useState("");
  const query = useDeferredValue(code);
  const shown = useMemo(() => filterByCode(lockers, query), [lockers, query]);
  const { kinds, states } = useMemo(() => lockerCounters(lockers), [lockers]);

  const shownColumns = useMemo(
    () => (maySwitch ? [...columns, switchColumn] : columns),
    [maySwitch],
  );
  const renderDetails = useMemo(() => {
    const openingButton = ({ id, nom, utilisations: [stay] }: Locker) => (
      <OpeningButton
        about={nom}
        request={{ lockerId: id, stayId: stay?.utilisation.id }}
        onOpen={onOpening}
      />
    );
    return (locker: Locker) => <LockerDetails locker={locker} opening={openingButton(locker)} />;
  }, [onOpening]);

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
          title="Cette station n'a pas encore de casier."
          hint="Ses casiers apparaîtront ici dès qu'ils seront configurés."
        />
      ) : (
        <>
          <div className={classes.counters}>
            <CounterList items={kinds} />
            <CounterList items={states} />
          </div>
          {shown.length === 0 ? (
            <EmptyState title={`Aucun casier ne porte le code « ${query.trim()} ».`} />
          ) : (
            <Table
              caption="Casiers de la station"
              columns={shownColumns}
              rows={shown}
              rowKey={rowKey}
              rowLabel={rowLabel}
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

import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconBike } from "@tabler/icons-react";
import { memo, useId, useMemo, useState } from "react";
import { AuditLink } from "@/entities/audit/AuditLink";
import { CallLink } from "@/entities/hotline/CallLink";
import type { Locker, LockerStay } from "@/entities/locker/api";
import { DoorChip } from "@/entities/locker/DoorChip";
import { OutageNote } from "@/entities/locker/OutageNote";
import type { Station } from "@/entities/station/api";
import { StayFlags } from "@/entities/stay/StayFlags";
import { formatEuros, formatShort } from "@/format";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { Can } from "@/session/Can";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { SearchBox } from "@/ui/form/SearchBox";
import { Block } from "@/ui/layout/Block";
import { CounterList } from "@/ui/layout/CounterList";
import { PlainList } from "@/ui/layout/PlainList";
import { type Column, Table } from "@/ui/table/Table";
import { stationCounters } from "../wording";
import { LockerSwitch } from "./LockerSwitch";
import classes from "./management.module.css";
import { OpeningButton } from "./OpeningButton";
import type { OpeningRequest } from "./openingTarget";
import { Customer, StayTariff } from "./StayNames";
import { stationSearch } from "./search";
import { anchorOf, useNamedLocker } from "./useNamedLocker";
import { customerName, elapsed, filterByCode, needsSearch, STATES } from "./wording";

const columns: Column<LockerStay>[] = [
  { key: "nom", header: "Nom", render: (stay) => <Customer stay={stay} /> },
  { key: "email", header: "Email", render: ({ utilisateur }) => utilisateur.email || "–" },
  {
    key: "debut",
    header: "Début",
    render: ({ utilisation }) => formatShort(utilisation.debutOccupation),
  },
  { key: "tarif", header: "Tarif", render: (stay) => <TariffSoFar stay={stay} /> },
];

/** The tariff of a stay, how long the stay has lasted and what it costs so far. */
function TariffSoFar({ stay }: { stay: LockerStay }) {
  const { occupationPrix, depassement, enlevement } = stay.utilisation;
  return (
    <Stack component="span" gap={0}>
      <span>
        <StayTariff stay={stay} />
      </span>
      <Group component="span" gap="xs" fz="xs" c="dimmed" data-figures>
        {formatEuros(occupationPrix.prixActuel)} pour {elapsed(stay, Date.now())}
        {(depassement || enlevement) && <StayFlags stay={stay.utilisation} />}
      </Group>
    </Stack>
  );
}

/** What each counter of a station picks, in their order: all spaces, or those with places in that state. */
const PICKS = [undefined, "Libre", "Occupé", "Inactif"] as const;

const placesIn =
  (etat: Locker["etat"] | undefined) =>
  ({ actif, nbMaxSpaces, nombreOccupees }: Locker): boolean => {
    if (etat === "Libre") return actif && nombreOccupees < nbMaxSpaces;
    if (etat === "Occupé") return nombreOccupees > 0;
    return etat !== "Inactif" || !actif;
  };

type OnOpening = (request: OpeningRequest) => void;

/** The spaces of a collective station, with their current stays. */
export function SpacesBlock({ station, onOpening }: { station: Station; onOpening: OnOpening }) {
  const [name, setName] = useState("");
  useNamedLocker();
  const spaces = station.casiers ?? [];
  const { search, set } = usePageSearch(stationSearch);
  const { etat } = search;
  const shown = useMemo(
    () => filterByCode((station.casiers ?? []).filter(placesIn(etat)), name),
    [station.casiers, etat, name],
  );
  return (
    <Block
      title="Utilisation actuelle des espaces"
      bare
      action={
        needsSearch(spaces) && (
          <SearchBox label="Chercher un espace par son nom" value={name} onChange={setName} />
        )
      }
    >
      {spaces.length === 0 ? (
        <EmptyState
          icon={<IconBike />}
          title="Cette station n'a pas encore d'espace."
          hint="Ses espaces apparaîtront ici dès qu'ils seront configurés."
        />
      ) : (
        <>
          <Box mb="md">
            <CounterList
              items={stationCounters(station).map((count, i) => ({ ...count, picks: PICKS[i] }))}
              isPressed={({ picks }) => picks === etat}
              onPress={({ picks }) => set({ etat: picks === etat ? undefined : picks })}
            />
          </Box>
          {shown.length === 0 && (
            <NoMatch
              title={
                name.trim()
                  ? `Aucun espace ne porte le nom «\u00a0${name.trim()}\u00a0».`
                  : "Aucun espace n'a de place dans cet état."
              }
              widen="Voir tous les espaces"
              onWiden={() => {
                setName("");
                set({ etat: undefined });
              }}
            />
          )}
          <PlainList gap="lg">
            {shown.map((space) => (
              <Space key={space.id} space={space} onOpening={onOpening} />
            ))}
          </PlainList>
        </>
      )}
    </Block>
  );
}

const Space = memo(({ space, onOpening }: { space: Locker; onOpening: OnOpening }) => {
  const id = useId();
  const { nom, etat, actif, utilisations, nbMaxSpaces, nombreOccupees } = space;
  return (
    <li id={anchorOf(space)}>
      <Paper component="section" withBorder p="md" className={classes.space} aria-labelledby={id}>
        <Group gap="xs" mb="sm">
          <Title order={3} id={id}>
            {nom}
          </Title>
          <StatusChip color={STATES[etat]} label={etat} />
          <OutageNote outage={space.horsService} />
          <DoorChip door={space.porte} />
          <Group className={classes.acts}>
            <Can right="DROIT_CASIERS_ECRITURE">
              <LockerSwitch
                id={space.id}
                name={nom}
                active={actif}
                version={space.version}
                word="espace"
              />
            </Can>
            <OpeningButton about={nom} request={{ lockerId: space.id }} onOpen={onOpening} />
            <CallLink casier={space.id} about={nom} size="xs" />
            <AuditLink about={`casier:${space.id}`} name={nom} />
          </Group>
        </Group>
        <CounterList
          items={[
            { label: "places", value: nbMaxSpaces, color: "grey" },
            { label: "places occupées", value: nombreOccupees, color: "orange" },
            { label: "stationnements en cours", value: utilisations.length, color: "grey" },
          ]}
        />
        {utilisations.length === 0 ? (
          <Text c="dimmed" mt="md">
            Aucun stationnement en cours dans cet espace.
          </Text>
        ) : (
          <Box mt="md">
            <Table
              caption={`Usagers de ${nom}`}
              columns={columns}
              rows={utilisations}
              rowKey={({ utilisation }) => utilisation.id}
              rowActions={(stay) => (
                <OpeningButton
                  about={customerName(stay)}
                  request={{ lockerId: space.id, stayId: stay.utilisation.id }}
                  onOpen={onOpening}
                />
              )}
            />
          </Box>
        )}
      </Paper>
    </li>
  );
});

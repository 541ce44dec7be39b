import { Anchor, Group, Text } from "@mantine/core";
import { IconChevronRight, IconMap2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type Station, stationsQuery } from "@/entities/station/api";
import { formatCount } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { ToggleButton } from "@/ui/form/ToggleButton";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import { ControllerChip } from "../ControllerChip";
import { Occupancy } from "../Occupancy";
import { isFull } from "../wording";
import classes from "./StationsNow.module.css";

const StationsMap = lazyPart(async () => (await import("../map/StationsMap")).StationsMap);

const SHOWN = 8;

/** The stations with the least room on the home page, as a list or on a map of all. */
export function StationsNow({ operatorId }: { operatorId: number }) {
  const { data, ...query } = useQuery(stationsQuery(operatorId));
  const [map, setMap] = useState(false);
  const fullest = useMemo(() => fullestOf(data ?? []), [data]);
  if (query.isLoadingError) return <QueryError query={query} />;
  if (data?.length === 0) return null;
  return (
    <Block
      title="Occupation des stations"
      bare
      action={
        <ToggleButton
          pressed={map}
          onToggle={() => setMap(!map)}
          leftSection={<IconMap2 size={18} stroke={1.75} aria-hidden />}
        >
          Carte
        </ToggleButton>
      }
    >
      {!data ? (
        <ListSkeleton />
      ) : map ? (
        <StationsMap stations={data} />
      ) : (
        <>
          <PlainList className={classes.list} aria-label="Les stations les plus occupées">
            {fullest.map((station) => (
              <li key={station.id}>
                <StationLink station={station} />
              </li>
            ))}
          </PlainList>
          {data.length > fullest.length && (
            <Text c="dimmed" mt="sm">
              Les {fullest.length} stations les plus occupées.{" "}
              <Anchor underline="always" component={Link} to="/tb-stations" className={classes.all}>
                Voir les {formatCount(data.length)} stations
              </Anchor>
            </Text>
          )}
        </>
      )}
    </Block>
  );
}

/** Returns the stations with the smallest share of free places: those in service first. */
function fullestOf(stations: readonly Station[]): Station[] {
  const share = ({ nombreCasiersLibres, nombreCasiersValides }: Station) =>
    nombreCasiersValides > 0 ? nombreCasiersLibres / nombreCasiersValides : 1;
  return stations
    .toSorted((a, b) => Number(b.actif) - Number(a.actif) || share(a) - share(b))
    .slice(0, SHOWN);
}

function StationLink({ station }: { station: Station }) {
  const { id, nom, actif, controleur } = station;
  return (
    <Link to="/tb-stations/$id/details" params={{ id: String(id) }} className={classes.station}>
      <Group component="span" gap="xs" flex={1} fw={550}>
        {nom}
        {!actif && <StatusChip color="red" label="Inactive" />}
        {isFull(station) && <StatusChip color="orange" label="Complète" />}
        <ControllerChip controleur={controleur} />
      </Group>
      <Occupancy station={station} />
      <IconChevronRight size={18} stroke={1.75} color="var(--mantine-color-dimmed)" aria-hidden />
    </Link>
  );
}

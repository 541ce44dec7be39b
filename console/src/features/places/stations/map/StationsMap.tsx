import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Station } from "@/entities/station/api";
import { STATION_TYPES } from "@/entities/station/types";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { ControllerChip } from "../ControllerChip";
import { isLatitude, isLongitude } from "../configuration/stationSchema";
import { Occupancy } from "../Occupancy";
import { isFull, occupancyInWords } from "../wording";
import { mapQuery } from "./api";
import classes from "./map.module.css";
import type { Marker } from "./StationsLeaflet";

// Leaflet is larger than the list itself: it loads when the map is first shown.
const placeholder = <div className={`${classes.map} ${classes.tall}`} />;
const StationsLeaflet = lazyPart(async () => (await import("./StationsLeaflet")).default, {
  fallback: placeholder,
});

/** The stations on a map, each marker with its number of free places; its bubble leads to the station. */
export function StationsMap({ stations }: { stations: readonly Station[] }) {
  const settings = useQuery(mapQuery());
  const [unreachable, setUnreachable] = useState(false);
  const markers = useMemo(() => stations.flatMap(markerOf), [stations]);
  const tiles = unreachable ? "" : (settings.data?.tuiles ?? "");
  const missing = stations.length - markers.length;
  return (
    <Box component="figure" m={0}>
      {settings.isPending ? (
        placeholder
      ) : (
        <StationsLeaflet
          className={classes.tall}
          tiles={tiles}
          attribution={settings.data?.attribution ?? ""}
          onNoTiles={() => setUnreachable(true)}
          markers={markers}
          renderBubble={(id) => {
            const station = stations.find((one) => one.id === id);
            return station && <Bubble station={station} />;
          }}
        />
      )}
      <Text component="figcaption" c="dimmed" fz="xs" mt="xs">
        Chaque repère porte le nombre de places libres.
        {missing > 0 &&
          ` ${missing === 1 ? "1 station n'a pas" : `${missing} stations n'ont pas`} de position.`}
        {!settings.isPending &&
          !tiles &&
          " Aucun fond de carte n'est disponible\u00a0: seule une grille est affichée."}
      </Text>
    </Box>
  );
}

function markerOf(station: Station): Marker[] {
  const { id, nom, adresse, actif, controleur, nombreCasiersLibres } = station;
  const { latitude, longitude } = adresse;
  if (!latitude || !longitude || !isLatitude(latitude) || !isLongitude(longitude)) return [];
  const down = !actif || Boolean(controleur?.muetteDepuis);
  return [
    {
      id,
      name: nom,
      latitude: Number(latitude),
      longitude: Number(longitude),
      free: nombreCasiersLibres,
      status: down ? "red" : nombreCasiersLibres === 0 ? "orange" : "green",
      label: `${nom}, ${occupancyInWords(station).free}`,
    },
  ];
}

function Bubble({ station }: { station: Station }) {
  const { id, nom, stationType, actif, controleur } = station;
  return (
    <Stack gap="xs">
      <div>
        <Text component="div" fw={700} pr="md">
          {nom}
        </Text>
        <Text component="div" c="dimmed" fz="xs">
          {STATION_TYPES[stationType]}
        </Text>
      </div>
      <Group component="span" gap={6} className={classes.bubbleStates}>
        {!actif && <StatusChip color="red" label="Inactive" />}
        {isFull(station) && <StatusChip color="orange" label="Complète" />}
        <ControllerChip controleur={controleur} />
      </Group>
      <Occupancy station={station} />
      <Button
        renderRoot={(props) => (
          <Link {...props} to="/tb-stations/$id/details" params={{ id: String(id) }} />
        )}
        size="xs"
        variant="default"
        aria-label={`Ouvrir ${nom}`}
      >
        Ouvrir
      </Button>
    </Stack>
  );
}

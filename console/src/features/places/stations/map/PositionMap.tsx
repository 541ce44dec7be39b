import { Box, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { isLatitude, isLongitude } from "../configuration/stationSchema";
import { mapQuery } from "./api";
import classes from "./map.module.css";

// Leaflet is larger than the rest of the page: it loads after it, and only on this page.
const placeholder = <div className={classes.map} />;
const LeafletMap = lazyPart(async () => (await import("./LeafletMap")).LeafletMap, {
  fallback: placeholder,
});

type PositionMapProps = {
  latitude: string;
  longitude: string;
  /** Absent: the map is read-only. */
  onMove?: (latitude: string, longitude: string) => void;
};

/**
 * Shows the station's position, and sets it by pointer; keyboard users set it in the fields beside the map.
 */
export function PositionMap({ latitude, longitude, onMove }: PositionMapProps) {
  const settings = useQuery(mapQuery());
  const hasPosition = isLatitude(latitude.trim()) && isLongitude(longitude.trim());
  const [unreachable, setUnreachable] = useState(false);
  const tiles = unreachable ? "" : (settings.data?.tuiles ?? "");

  return (
    <Box component="figure" m={0}>
      {settings.isPending ? (
        placeholder
      ) : (
        <LeafletMap
          tiles={tiles}
          attribution={settings.data?.attribution ?? ""}
          latitude={hasPosition ? Number(latitude) : undefined}
          longitude={hasPosition ? Number(longitude) : undefined}
          onMove={onMove}
          onNoTiles={() => setUnreachable(true)}
        />
      )}
      <Text component="figcaption" c="dimmed" fz="xs" mt="xs">
        {onMove
          ? "Cliquez sur la carte ou déplacez le repère pour placer la station, ou saisissez sa latitude et sa longitude."
          : hasPosition
            ? "La position de la station."
            : "La position de la station n'est pas renseignée."}
        {!settings.isPending &&
          !tiles &&
          " Aucun fond de carte n'est disponible\u00a0: seule une grille est affichée."}
      </Text>
    </Box>
  );
}

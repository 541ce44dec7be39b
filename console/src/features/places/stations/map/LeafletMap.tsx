import L from "leaflet";
import { useEffect, useRef } from "react";
import { createMap } from "./createMap";
import classes from "./map.module.css";

type LeafletMapProps = {
  /** URL template of the tiles; empty: a plain grid. */
  tiles: string;
  attribution: string;
  latitude: number | undefined;
  longitude: number | undefined;
  onMove?: (latitude: string, longitude: string) => void;
  /** Called when no tile could be loaded. */
  onNoTiles: () => void;
};

const STATION_ZOOM = 16;
/** A precision of about ten centimetres. */
const DECIMALS = 6;

export function LeafletMap(props: LeafletMapProps) {
  const { tiles, attribution, latitude, longitude, onMove, onNoTiles } = props;
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<L.Map>(null);
  const marker = useRef<L.Marker>(null);
  const callbacks = useRef({ onMove, onNoTiles });
  useEffect(() => {
    callbacks.current = { onMove, onNoTiles };
  });
  const movable = onMove !== undefined;

  useEffect(() => {
    if (!element.current) return;
    const made = createMap(element.current, {
      tiles,
      attribution,
      onNoTiles: () => callbacks.current.onNoTiles(),
    });
    if (movable) made.on("click", ({ latlng }) => reportPosition(latlng, callbacks.current.onMove));
    map.current = made;
    return () => {
      made.remove();
      map.current = null;
      marker.current = null;
    };
  }, [tiles, attribution, movable]);

  // Declared after the effect that creates the map, so that it also runs when the map is recreated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a map made anew has lost its marker.
  useEffect(() => {
    const made = map.current;
    if (!made) return;
    if (latitude === undefined || longitude === undefined) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    const position = L.latLng(latitude, longitude);
    if (marker.current) {
      marker.current.setLatLng(position);
      if (!made.getBounds().contains(position)) made.panTo(position);
    } else {
      marker.current = pin(position, movable).addTo(made);
      marker.current.on("dragend", () =>
        reportPosition(marker.current?.getLatLng(), callbacks.current.onMove),
      );
      made.setView(position, STATION_ZOOM);
    }
  }, [latitude, longitude, tiles, attribution, movable]);

  return (
    <section
      ref={element}
      className={classes.map}
      data-movable={movable || undefined}
      aria-label="Carte de la station"
    />
  );
}

function reportPosition(at: L.LatLng | undefined, onMove: LeafletMapProps["onMove"]) {
  if (!at) return;
  const { lat, lng } = at.wrap();
  onMove?.(lat.toFixed(DECIMALS), lng.toFixed(DECIMALS));
}

function pin(position: L.LatLng, draggable: boolean): L.Marker {
  const icon = L.divIcon({ className: classes.pin, iconSize: [28, 36], iconAnchor: [14, 36] });
  return L.marker(position, { icon, draggable, autoPan: true, keyboard: false });
}

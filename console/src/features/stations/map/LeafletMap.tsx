import L from "leaflet";
import "leaflet/dist/leaflet.css";
import { useEffect, useRef } from "react";
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

/** The view of a map without a position: the whole of France. */
const FRANCE: L.LatLngTuple = [46.6, 2.4];
const COUNTRY_ZOOM = 5;
const STATION_ZOOM = 16;
const MAX_ZOOM = 19;
const GRID_SIZE = 64;
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
    const made = L.map(element.current, {
      center: FRANCE,
      zoom: COUNTRY_ZOOM,
      zoomControl: false,
      // The wheel scrolls the page; buttons, a pinch or a double click zoom.
      scrollWheelZoom: false,
    });
    made.attributionControl.setPrefix(false);
    L.control.zoom({ zoomInTitle: "Agrandir", zoomOutTitle: "Réduire" }).addTo(made);
    background(tiles, attribution, () => callbacks.current.onNoTiles()).addTo(made);
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

function background(tiles: string, attribution: string, onNoTiles: () => void): L.Layer {
  if (!tiles) return new Grid({ maxZoom: MAX_ZOOM, tileSize: GRID_SIZE });
  const layer = L.tileLayer(tiles, { attribution, maxZoom: MAX_ZOOM });
  // One failed tile among others leaves a hole in the map; failures before any tile has loaded mean that
  // there is no map.
  layer.once("tileload", () => layer.off("tileerror"));
  return layer.once("tileerror", onNoTiles);
}

/** A grid of squares, which makes panning visible where there are no tiles. */
class Grid extends L.GridLayer {
  protected override createTile(): HTMLElement {
    return L.DomUtil.create("div", classes.square);
  }
}

function pin(position: L.LatLng, draggable: boolean): L.Marker {
  const icon = L.divIcon({ className: classes.pin, iconSize: [28, 36], iconAnchor: [14, 36] });
  return L.marker(position, { icon, draggable, autoPan: true, keyboard: false });
}

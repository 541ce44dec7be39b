import L from "leaflet";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { clusters } from "./clusters";
import { type Background, createMap, MAX_ZOOM } from "./createMap";
import classes from "./map.module.css";

/** A station on the map. */
export type Marker = {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  free: number;
  status: "green" | "orange" | "red";
  /** What the marker says, read out by screen readers. */
  label: string;
};

type StationsLeafletProps = Background & {
  markers: readonly Marker[];
  /** Returns what the bubble of a station shows. */
  renderBubble: (id: number) => ReactNode;
  className?: string;
};

/** Markers nearer than this are gathered, in pixels: a little more than the largest. */
const DISTANCE = 46;
const NEAR = 15;

/** A map of stations, each with its number of free places; near ones are gathered until the map is enlarged. */
export default function StationsLeaflet(props: StationsLeafletProps) {
  const { tiles, attribution, onNoTiles, markers, renderBubble, className = "" } = props;
  const element = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<L.Map>();
  const [bubble, setBubble] = useState<{ id: number; container: HTMLElement }>();
  const noTiles = useRef(onNoTiles);
  useEffect(() => {
    noTiles.current = onNoTiles;
  });

  useEffect(() => {
    if (!element.current) return;
    const made = createMap(element.current, {
      tiles,
      attribution,
      onNoTiles: () => noTiles.current(),
    });
    const observer = new ResizeObserver(() => made.invalidateSize({ pan: false }));
    observer.observe(element.current);
    setMap(made);
    return () => {
      observer.disconnect();
      made.remove();
      setMap(undefined);
      setBubble(undefined);
    };
  }, [tiles, attribution]);

  // The view follows the filters; figures that change leave it as it was moved.
  const ids = markers.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other stations move the map.
  useEffect(() => {
    if (!map || markers.length === 0) return;
    const bounds = L.latLngBounds(markers.map(({ latitude, longitude }) => [latitude, longitude]));
    map.fitBounds(bounds, { padding: [40, 40], maxZoom: NEAR, animate: false });
  }, [map, ids]);

  useEffect(() => {
    if (!map) return;
    const layer = L.layerGroup().addTo(map);
    const byId = new Map(markers.map((marker) => [marker.id, marker]));
    const draw = () => {
      layer.clearLayers();
      const zoom = map.getZoom();
      const shown = map.getBounds().pad(0.25);
      const points = markers
        .filter(({ latitude, longitude }) => shown.contains([latitude, longitude]))
        .map(({ id, latitude, longitude }) => {
          const { x, y } = map.project([latitude, longitude], zoom);
          return { id, x, y };
        });
      for (const { x, y, ids: together } of clusters(points, zoom >= MAX_ZOOM ? 1 : DISTANCE)) {
        const found = together.flatMap((id) => byId.get(id) ?? []);
        const [first] = found;
        if (!first) continue;
        const at = map.unproject([x, y], zoom);
        const marker = found.length === 1 ? stationMarker(at, first) : clusterMarker(at, found);
        marker.addTo(layer);
        marker.getElement()?.setAttribute("aria-label", labelOf(found));
        marker.on("click", () => {
          if (found.length > 1) {
            map.fitBounds(L.latLngBounds(found.map((one) => [one.latitude, one.longitude])), {
              padding: [60, 60],
              maxZoom: MAX_ZOOM,
            });
            return;
          }
          const container = L.DomUtil.create("div");
          setBubble({ id: first.id, container });
          L.popup({ offset: [0, -10], minWidth: 208, maxWidth: 288 })
            .setLatLng([first.latitude, first.longitude])
            .setContent(container)
            .openOn(map);
        });
      }
    };
    draw();
    map.on("moveend zoomend", draw);
    return () => {
      map.off("moveend zoomend", draw);
      layer.remove();
    };
  }, [map, markers]);

  useEffect(() => {
    if (!map) return;
    const closed = ({ popup }: L.PopupEvent) =>
      setBubble((now) => (now && popup.getContent() === now.container ? undefined : now));
    map.on("popupclose", closed);
    return () => void map.off("popupclose", closed);
  }, [map]);

  // The bubble is measured before its content is rendered into it.
  useEffect(() => {
    if (!bubble || !map) return;
    map.eachLayer((one) => {
      if (one instanceof L.Popup && one.getContent() === bubble.container) one.update();
    });
  }, [bubble, map]);

  return (
    <>
      <section
        ref={element}
        className={`${classes.map} ${className}`}
        aria-label="Carte des stations"
      />
      {bubble && createPortal(renderBubble(bubble.id), bubble.container)}
    </>
  );
}

/** The width and height of what is touched, around the drawing; in pixels. */
const TARGET = 44;

const icon = (status: string, text: string, className: string | undefined) => {
  const html = L.DomUtil.create("span", className);
  html.dataset.status = status;
  html.textContent = text;
  return L.divIcon({ className: classes.marker, html, iconSize: [TARGET, TARGET] });
};

const numbers = new Intl.NumberFormat("fr-FR");

function stationMarker(at: L.LatLng, { name, free, status }: Marker): L.Marker {
  return L.marker(at, {
    icon: icon(status, numbers.format(free), classes.free),
    title: name,
    riseOnHover: true,
  });
}

function clusterMarker(at: L.LatLng, found: readonly Marker[]): L.Marker {
  const free = found.reduce((sum, one) => sum + one.free, 0);
  return L.marker(at, {
    icon: icon(free > 0 ? "green" : "orange", numbers.format(free), classes.cluster),
    title: `${found.length} stations`,
  });
}

const labelOf = (found: readonly Marker[]) =>
  found.length === 1
    ? (found[0]?.label ?? "")
    : `${found.length} stations, ${numbers.format(found.reduce((sum, one) => sum + one.free, 0))} places libres, agrandir`;

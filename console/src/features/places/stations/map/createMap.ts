import L from "leaflet";
import "leaflet/dist/leaflet.css";
import classes from "./map.module.css";

/** The view of a map without a position: the whole of France. */
const FRANCE: L.LatLngTuple = [46.6, 2.4];
const COUNTRY_ZOOM = 5;
export const MAX_ZOOM = 19;
const GRID_SIZE = 64;

export type Background = {
  /** URL template of the tiles; empty: a plain grid. */
  tiles: string;
  attribution: string;
  /** Called when no tile could be loaded. */
  onNoTiles: () => void;
};

/** Makes a map of France with its background and its controls, in French. */
export function createMap(element: HTMLElement, background: Background): L.Map {
  const map = L.map(element, {
    center: FRANCE,
    zoom: COUNTRY_ZOOM,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
    // The wheel scrolls the page; buttons, a pinch or a double click zoom.
    scrollWheelZoom: false,
  });
  map.attributionControl.setPrefix(false);
  L.control.zoom({ zoomInTitle: "Agrandir", zoomOutTitle: "Réduire" }).addTo(map);
  layerOf(background).addTo(map);
  return map;
}

function layerOf({ tiles, attribution, onNoTiles }: Background): L.Layer {
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

import type { Station } from "@/entities/station/api";
import { STATION_TYPES } from "@/entities/station/types";
import { fold } from "@/format/fold";
import { isFull } from "../wording";
import type { SortKey, StationListSearch } from "./search";

const collator = new Intl.Collator("fr", { numeric: true });
const byWords = (a: string, b: string) => collator.compare(fold(a), fold(b));

const textOf = ({ nom, libelleAdmin, adresse, etiquettes }: Station) =>
  [
    nom,
    libelleAdmin,
    adresse.adresse,
    adresse.codePostal,
    adresse.ville,
    ...etiquettes.map(({ libelle }) => libelle),
  ].join(" ");

const isSilent = ({ controleur }: Station) => Boolean(controleur?.muetteDepuis);

/** Puts inactive stations first, then silent ones, then full ones: those that ask for somebody. */
const urgency = (station: Station) =>
  !station.actif ? 0 : isSilent(station) ? 1 : isFull(station) ? 2 : 3;

const COMPARE: Record<SortKey, (a: Station, b: Station) => number> = {
  libelle: (a, b) => byWords(a.libelleAdmin, b.libelleAdmin),
  nom: (a, b) => byWords(a.nom, b.nom),
  type: (a, b) => byWords(STATION_TYPES[a.stationType], STATION_TYPES[b.stationType]),
  places: (a, b) => a.nombreCasiersLibres - b.nombreCasiersLibres,
  etat: (a, b) => urgency(a) - urgency(b),
};

/** Returns the stations that the filters pick, of which every word of the text is in the name or the address. */
export function narrowStations(
  stations: readonly Station[],
  { recherche = "", type, etat, complete, tri, sens }: StationListSearch,
): readonly Station[] {
  const words = fold(recherche).split(" ").filter(Boolean);
  const found = stations.filter((station) => {
    if (type && station.stationType !== type) return false;
    if (etat === "active" && !station.actif) return false;
    if (etat === "inactive" && station.actif) return false;
    if (etat === "muette" && !isSilent(station)) return false;
    if (complete && !isFull(station)) return false;
    if (words.length === 0) return true;
    const text = fold(textOf(station));
    return words.every((word) => text.includes(word));
  });
  if (!tri) return found;
  const order = sens === "desc" ? -1 : 1;
  // Equal stations stay in the order of their names, in which they came.
  return found.sort((a, b) => order * COMPARE[tri](a, b));
}

/** « Aucune station muette. »: what is said when nothing is left. */
export function noMatchWords({ recherche, type, etat, complete }: StationListSearch) {
  if (recherche)
    return {
      title: "Aucune station ne correspond à votre recherche.",
      hint: "Vérifiez l'orthographe, ou cherchez plus largement.",
    };
  const only = !type && (etat ? !complete && etat : "complète");
  return { title: `Aucune station ${only || "ne correspond à vos filtres"}.` };
}

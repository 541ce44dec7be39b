import type { Intervention } from "./api";

export type State = Intervention["etat"];

/** In the order in which the filter lists them; apart, for the routes, which load with the first page. */
export const STATES = [
  "ouverte",
  "prise_en_charge",
  "rouverte",
  "resolue",
] as const satisfies readonly State[];

export const OPEN_STATES = [
  "ouverte",
  "prise_en_charge",
  "rouverte",
] as const satisfies readonly State[];

export const CAUSES = [
  "serrure",
  "porte",
  "clavier",
  "controleur",
  "reseau",
  "alimentation",
  "vandalisme",
  "proprete",
  "objet_laisse",
  "autre",
] as const satisfies readonly Intervention["cause"][];

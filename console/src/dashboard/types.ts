import type { components, operations } from "@/api/schema";

type Schemas = components["schemas"];

/** The statistics of a period: money in cents, durations in minutes, rates from 0 to 1. */
export type Figures = Omit<Schemas["Statistics"], "exploitant"> & {
  /** Null for the whole platform. */
  exploitant: Schemas["Named"] | null;
};

/** Days of Europe/Paris, both included. */
export type Range = Schemas["Days"];

/** One step of the series. */
export type Point = Schemas["Step"];
export type Pace = Figures["pas"];
export type SummaryKey = keyof Figures["resume"];
export type Compared = { valeur: number | null; precedente: number | null };
export type StationOccupancy = Schemas["Occupancy"];
export type RankedLocker = Schemas["RankedLocker"];

/** The figures that the server exports as a file. */
export type FigureKey = operations["statistics-file"]["parameters"]["path"]["figure"];

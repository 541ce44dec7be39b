import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import type { TariffInput } from "../api";

export type Simulation = components["schemas"]["Simulation"];
export type Comparison = components["schemas"]["Comparison"];

/** A saved tariff, or the values being typed. */
export type Subject = { tariffId: number } | { operatorId: number; draft: TariffInput };

/** The start and the end of the stay, in wire format. */
export interface SimulatedStay {
  dateDebutSimulation: string;
  dateFinSimulation: string;
}

/** The price of the stay; no earlier answer is shown in its place. */
export const simulationQuery = (subject: Subject, stay: SimulatedStay) =>
  queryOptions({
    queryKey: keys.simulation(subject, stay),
    queryFn: ({ signal }) => simulate(subject, stay, signal),
    // The tariff may have been changed since the last simulation.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

function simulate(subject: Subject, stay: SimulatedStay, signal: AbortSignal) {
  if ("tariffId" in subject) {
    const call = { ...byId(subject.tariffId, stay), signal };
    return unwrap(client.GET("/api/admin/tarif/{id}/simulation-prix", call));
  }
  return unwrap(
    client.POST("/api/admin/exploitant/{id}/tarif/simulation", {
      ...byId(subject.operatorId),
      body: { tarif: subject.draft, ...stay },
      signal,
    }),
  );
}

/** What the last stays would have cost with these values. */
export const comparisonQuery = (id: number, draft: TariffInput | undefined) =>
  queryOptions({
    queryKey: keys.comparison(id, draft),
    queryFn: ({ signal }) =>
      unwrap(
        client.POST("/api/admin/tarif/{id}/comparaison", {
          ...byId(id),
          body: draft ?? {},
          signal,
        }),
      ),
    enabled: draft !== undefined,
  });

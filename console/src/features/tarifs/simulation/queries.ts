import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Simulation = components["schemas"]["Simulation"];
export type TariffInput = components["schemas"]["TariffInput"];

/** A price condition as it is saved, or as it is being typed. */
export type Subject = { tariffId: number } | { operatorId: number; draft: TariffInput };

/** The two ends of the stay, as the wire writes them. */
export interface Stay {
  dateDebutSimulation: string;
  dateFinSimulation: string;
}

/** What the stay would cost; the answer before stays while one waits for the next. */
export const simulationQuery = (subject: Subject, stay: Stay) =>
  queryOptions({
    queryKey: ["tarif", "simulation", subject, stay],
    queryFn: ({ signal }) => simulate(subject, stay, signal),
    placeholderData: keepPreviousData,
    // The condition may have been saved anew since it was last simulated.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

function simulate(subject: Subject, stay: Stay, signal: AbortSignal) {
  if ("tariffId" in subject) {
    const params = { path: { id: subject.tariffId }, query: stay };
    return unwrap(client.GET("/api/admin/tarif/{id}/simulation-prix", { params, signal }));
  }
  return unwrap(
    client.POST("/api/admin/exploitant/{id}/tarif/simulation", {
      params: { path: { id: subject.operatorId } },
      body: { tarif: subject.draft, ...stay },
      signal,
    }),
  );
}

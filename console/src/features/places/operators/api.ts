import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { atVersion, byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { STILL } from "@/data/refetching";
import { useWrite, type Versioned } from "@/data/useWrite";

export type OperatorInput = components["schemas"]["OperatorInput"];
export type FiscalIdentity = components["schemas"]["FiscalIdentity"];
export type FiscalIdentityInput = components["schemas"]["FiscalIdentityInput"];

export const operatorQuery = (id: number) =>
  queryOptions({
    queryKey: keys.operator(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}", { ...byId(id), signal })),
    ...STILL,
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchOperator(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(operatorQuery(Number(id)));
}

export const useCreateOperator = () =>
  useWrite("operator", (body: OperatorInput) =>
    unwrap(client.POST("/api/admin/exploitant", { body })),
  );

export const useSaveOperator = (id: number) =>
  useWrite("operator", ({ body, version }: Versioned<OperatorInput>) =>
    unwrap(client.PUT("/api/admin/exploitant/{id}", { ...atVersion(id, version), body })),
  );

export const useSaveIdentity = (id: number) =>
  useWrite("operator", ({ body, version }: Versioned<FiscalIdentityInput>) =>
    unwrap(
      client.PUT("/api/admin/exploitant/{id}/identite-fiscale", {
        ...atVersion(id, version),
        body,
      }),
    ),
  );

export const useSwitchOpenData = (id: number) =>
  useWrite("operator", (version: number) =>
    unwrap(client.PATCH("/api/admin/exploitant/{id}/donnees-ouvertes", atVersion(id, version))),
  );

export const useSwitchSecondFactor = (id: number) =>
  useWrite("operator", (version: number) =>
    unwrap(
      client.PATCH("/api/admin/exploitant/{id}/double-authentification", atVersion(id, version)),
    ),
  );

export const useDeleteOperator = () =>
  useWrite(
    "operator",
    (id: number) => unwrap(client.DELETE("/api/admin/exploitant/{id}/suppression", byId(id))),
    { forgets: (id) => keys.operator(id) },
  );

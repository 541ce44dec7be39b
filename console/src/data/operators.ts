import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { STILL } from "./live";
import { useWrite } from "./write";

export type Operator = components["schemas"]["Operator"];
export type OperatorInput = components["schemas"]["OperatorInput"];

/** The operators that the caller may choose, sorted by name. */
export const operatorsQuery = () =>
  queryOptions({
    queryKey: keys.operators(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/exploitants", { signal })),
  });

export const operatorQuery = (id: number) =>
  queryOptions({
    queryKey: keys.operator(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}", { params: { path: { id } }, signal })),
    ...STILL,
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchOperator(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(operatorQuery(Number(id)));
}

export const useCreateOperator = () =>
  useWrite({
    touches: "operator",
    send: (body: OperatorInput) => unwrap(client.POST("/api/admin/exploitant", { body })),
  });

export const useSaveOperator = (id: number) =>
  useWrite({
    touches: "operator",
    send: (body: OperatorInput) =>
      unwrap(client.PUT("/api/admin/exploitant/{id}", { params: { path: { id } }, body })),
  });

export const useSwitchOpenData = (id: number) =>
  useWrite({
    touches: "operator",
    send: () =>
      unwrap(
        client.PATCH("/api/admin/exploitant/{id}/donnees-ouvertes", { params: { path: { id } } }),
      ),
  });

export const useDeleteOperator = () =>
  useWrite({
    touches: "operator",
    send: (id: number) =>
      unwrap(client.DELETE("/api/admin/exploitant/{id}/suppression", { params: { path: { id } } })),
    forgets: (id) => keys.operator(id),
  });

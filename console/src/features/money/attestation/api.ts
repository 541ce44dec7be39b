import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { NO_REFETCH } from "@/data/refetching";

export type Attestation = components["schemas"]["LedgerAttestation"];

/** What is sealed of the operator's ledger. */
export const attestationQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.attestation(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/attestation", { ...byId(operatorId), signal })),
    ...NO_REFETCH,
  });

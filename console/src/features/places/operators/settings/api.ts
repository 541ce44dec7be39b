import { queryOptions } from "@tanstack/react-query";
import { atVersion, byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite, type Versioned } from "@/data/useWrite";

export type OperatorSettings = components["schemas"]["OperatorSettings"];
type OperatorSettingsInput = components["schemas"]["OperatorSettingsInput"];

export const settingsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.operatorSettings(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/reglages", { ...byId(operatorId), signal })),
  });

export const useSaveSettings = (operatorId: number) =>
  useWrite("operator", ({ body, version }: Versioned<OperatorSettingsInput>) =>
    unwrap(
      client.PUT("/api/admin/exploitant/{id}/reglages", {
        ...atVersion(operatorId, version),
        body,
      }),
    ),
  );

import { atVersion, byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";
import { useWrite, type Versioned } from "@/data/useWrite";
import type { FiscalIdentityInput, OperatorInput } from "../api";

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

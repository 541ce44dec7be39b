import { byId, client, unwrap } from "@/api/client";
import { keys } from "../keys";
import type { OperatorInput } from "../operators";
import { useWrite } from "./useWrite";

export const useCreateOperator = () =>
  useWrite("operator", (body: OperatorInput) =>
    unwrap(client.POST("/api/admin/exploitant", { body })),
  );

export const useSaveOperator = (id: number) =>
  useWrite("operator", (body: OperatorInput) =>
    unwrap(client.PUT("/api/admin/exploitant/{id}", { ...byId(id), body })),
  );

export const useSwitchOpenData = (id: number) =>
  useWrite("operator", () =>
    unwrap(client.PATCH("/api/admin/exploitant/{id}/donnees-ouvertes", byId(id))),
  );

export const useDeleteOperator = () =>
  useWrite(
    "operator",
    (id: number) => unwrap(client.DELETE("/api/admin/exploitant/{id}/suppression", byId(id))),
    { forgets: (id) => keys.operator(id) },
  );

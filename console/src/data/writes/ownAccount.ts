import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "./useWrite";

type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** Proves again who the caller is; returns the token of the step in which one change can be made. */
export const proveIdentity = async (body: Body<"IdentityProof">): Promise<string> => {
  const { jetonEtape } = await unwrap(client.POST("/api/admin/compte/confirmation", { body }));
  return jetonEtape ?? "";
};

export const useChangeOwnPassword = () =>
  useWrite("sessions", (body: Body<"OwnPassword">) =>
    unwrap(client.POST("/api/admin/compte/mot-de-passe", { body })),
  );

export const useChangeOwnEmail = () =>
  useWrite("ownEmail", (body: Body<"OwnEmail">) =>
    unwrap(client.POST("/api/admin/compte/adresse", { body })),
  );

export const useWithdrawOwnEmail = () =>
  useWrite("ownEmail", () => unwrap(client.DELETE("/api/admin/compte/adresse")));

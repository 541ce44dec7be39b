import { atVersion, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useWrite } from "@/data/useWrite";

export type AccountDetails = components["schemas"]["AccountDetails"] & {
  /** The caller ranks above the account. */
  sessionsGerables?: boolean;
};

export const useSwitchAccount = (id: number) =>
  useWrite("account", (version: number) =>
    unwrap(client.PATCH("/api/admin/utilisateur/{id}/switch-actif", atVersion(id, version))),
  );

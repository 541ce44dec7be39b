import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Counts = components["schemas"]["SubscriptionCounts"];
export type TariffEffect = components["schemas"]["TariffEffect"];

/** Edits of a tariff that are not saved: another price or unit of a term, beneficiaries to take off and e-mails to add. */
export type TariffEdit = {
  montant?: number;
  unite?: "mois" | "an";
  retirer?: number[];
  ajouter?: string[];
};

const NOTHING: Counts = { nombre: 0, jours: [] };

/** What an edit would do to the subscriptions of a tariff. A read that fails says nothing: the act is not held up by it. */
export const readTariffEffect = (id: number, edit: TariffEdit): Promise<TariffEffect> =>
  unwrap(client.GET("/api/admin/tarif/{id}/abonnements/effet", byId(id, edit))).catch(() => ({
    prevenus: NOTHING,
    termines: NOTHING,
  }));

/** Which subscriptions of a person would end if they were banned. */
export const readBanEffect = (id: number): Promise<Counts> =>
  unwrap(client.GET("/api/admin/utilisateur/{id}/abonnements/effet", byId(id))).catch(
    () => NOTHING,
  );

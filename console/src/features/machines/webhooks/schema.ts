import * as v from "valibot";
import { fits } from "@/format/bounded";
import type { Webhook, WebhookInput } from "./api";

const text = (missing: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(missing));

/** The rules of an outgoing notification, by wire name; the server knows which addresses it may call. */
export const webhookSchema = v.object({
  libelle: v.pipe(
    text("Veuillez renseigner le libellé."),
    v.check((label) => fits(label, 100), "Le libellé ne peut dépasser 100 caractères."),
  ),
  adresse: v.pipe(
    text("Veuillez renseigner l'adresse."),
    v.check(
      (address) => address === "" || /^https?:\/\/[^\s/]/i.test(address),
      "L'adresse commence par https://",
    ),
    v.check((address) => fits(address, 2_000), "L'adresse ne peut dépasser 2\u00a0000 caractères."),
  ),
  evenements: v.pipe(v.array(v.string()), v.minLength(1, "Choisissez au moins un événement.")),
  actif: v.boolean(),
});

export type WebhookValues = v.InferInput<typeof webhookSchema>;

export const newWebhook: WebhookValues = { libelle: "", adresse: "", evenements: [], actif: true };

export const valuesOfWebhook = ({
  libelle,
  adresse,
  evenements,
  actif,
}: Webhook): WebhookValues & WebhookInput => ({ libelle, adresse, evenements, actif });

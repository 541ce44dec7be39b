import type { Terms } from "@/entities/tariff/words";
import type { TariffInput } from "../api";

/** Returns the terms of a request, whose absent fields stand for « none ». */
export const termsOf = (input: TariffInput): Terms => ({
  abonnement: input.abonnement ?? false,
  typeTarif: (input.typeTarif ?? "heure") as Terms["typeTarif"],
  montant: input.montant ?? 0,
  montantPromo: input.montantPromo ?? null,
  montantPlafond: input.montantPlafond ?? null,
  nombreMinutesPlafond: input.nombreMinutesPlafond ?? null,
  nombreMinutesGratuites: input.nombreMinutesGratuites ?? null,
  franchise: input.franchise ?? false,
  nombreMinutesAvantDepassement: input.nombreMinutesAvantDepassement ?? null,
  montantDepassement: input.montantDepassement ?? null,
  uniteDureeDepassement: (input.uniteDureeDepassement ?? null) as Terms["uniteDureeDepassement"],
  nombreMinutesAvantEnlevement: input.nombreMinutesAvantEnlevement ?? null,
  montantEnlevement: input.montantEnlevement ?? null,
  rappelMinutes: input.rappelMinutes ?? null,
  nombreMaxOccupations: input.abonnement ? (input.nombreMaxOccupations ?? null) : null,
  placeAttribuee: input.placeAttribuee ?? false,
});

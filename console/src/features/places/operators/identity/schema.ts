import * as v from "valibot";
import { formatRate, formatSiret, parseRate } from "@/entities/operator/fiscal";
import { formatAmount, parseEuros } from "@/format";
import { bounded } from "@/format/bounded";
import { key } from "@/format/pasted";
import { shaped } from "@/format/rules";
import type { FiscalIdentity, FiscalIdentityInput } from "../api";

/** What can be said without the server, by wire name; it checks the keys of the numbers. */
export const identitySchema = v.pipe(
  v.object({
    raisonSociale: v.pipe(bounded, v.nonEmpty("Veuillez renseigner la raison sociale")),
    forme: v.pipe(v.string(), v.nonEmpty("Choisissez Régie, Mandataire ou Société")),
    siret: shaped(
      (text) => /^[0-9]{14}$/.test(key(text)),
      "Le SIRET compte 14 chiffres",
      "Le SIRET compte 14 chiffres",
    ),
    mentionExoneration: bounded,
    tauxTva: v.pipe(v.string(), v.trim()),
    tvaIntracommunautaire: bounded,
    prefixeDocuments: bounded,
    formeSociale: bounded,
    capitalSocial: v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => text === "" || parseEuros(text) !== null,
        "Écrivez le capital en euros, par exemple 10\u00a0000",
      ),
    ),
    villeRcs: bounded,
    mandant: bounded,
  }),
  v.forward(
    v.partialCheck(
      [["tauxTva"], ["mentionExoneration"]],
      ({ tauxTva, mentionExoneration }) => mentionExoneration !== "" || parseRate(tauxTva) !== null,
      "Écrivez le taux en pour cent, par exemple 20 ou 5,5",
    ),
    ["tauxTva"],
  ),
);

export type IdentityValues = v.InferInput<typeof identitySchema>;

/** The rate of an operator that was exempt until now is the ordinary one. */
export const valuesOfIdentity = (identity: FiscalIdentity): IdentityValues => ({
  ...identity,
  siret: formatSiret(identity.siret),
  tauxTva: formatRate(identity.tauxTva || 2000),
  capitalSocial: identity.capitalSocial > 0 ? formatAmount(identity.capitalSocial) : "",
});

/** Who is exempt has neither rate nor number, whatever was typed before. */
export function identityInput({
  tauxTva,
  capitalSocial,
  ...values
}: IdentityValues): FiscalIdentityInput {
  const exempt = values.mentionExoneration.trim() !== "";
  return {
    ...values,
    capitalSocial: parseEuros(capitalSocial) ?? 0,
    tauxTva: exempt ? 0 : (parseRate(tauxTva) ?? 0),
    tvaIntracommunautaire: exempt ? "" : values.tvaIntracommunautaire,
  };
}

/** Returns the values by the names that the audit log gives them. */
export const identityFacts = (values: IdentityValues) => {
  const { siret, ...facts } = identityInput(values);
  return { ...facts, siret: key(siret ?? "") };
};

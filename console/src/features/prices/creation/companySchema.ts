import * as v from "valibot";

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** The domain of the company whose staff alone get the price; the wire calls its pattern a beneficiary. */
export const companySchema = v.object({
  domaine: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Veuillez renseigner le domaine de l'entreprise"),
    v.check((text) => text === "" || DOMAIN.test(text), "Le format du domaine n'est pas correct"),
  ),
});

export type CompanyForm = v.InferInput<typeof companySchema>;

export const patternOf = ({ domaine }: CompanyForm) => `*@${domaine.trim()}`;

import * as v from "valibot";

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;

/** The company whose people alone have the price; its pattern is what the wire calls a beneficiary. */
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

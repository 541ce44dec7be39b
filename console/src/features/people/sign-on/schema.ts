import * as v from "valibot";
import { fits } from "@/format/bounded";
import { ALL_FIELDS, required, shaped } from "@/format/rules";
import type { SignOnProvider, SignOnProviderInput } from "./api";

/** An address; without https only where nothing leaves this machine. */
const isIssuer = (text: string) =>
  /^(https:\/\/[^\s/?#]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)(\/[^\s?#]*)?$/.test(
    text,
  );

/** Returns the domains of a text in which spaces, commas or semicolons part them. */
export const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, ""))
      .filter((domain) => domain !== ""),
  ),
];

const isDomain = (text: string) => /^[^\s@.]+(\.[^\s@.]+)+$/.test(text);

const rulesWith = (secret: v.GenericSchema<string, string>) =>
  v.object({
    libelle: v.pipe(
      required(),
      v.check((text) => fits(text, 60), "Ce nom ne peut dépasser 60 caractères"),
    ),
    emetteur: shaped(isIssuer, "L'émetteur est une adresse qui commence par https://"),
    idClient: required(),
    secret,
    domaines: v.pipe(
      v.string(),
      v.check((text) => domainsIn(text).length > 0, "Indiquez au moins un domaine"),
      v.check(
        (text) => domainsIn(text).every(isDomain),
        "Un domaine s'écrit comme «\u00a0grandval.fr\u00a0», sans adresse devant",
      ),
    ),
    obligatoire: v.boolean(),
    actif: v.boolean(),
  });

/** The rules of a provider that has its secret, by wire name; the server checks the rest. */
export const providerSchema = rulesWith(v.string());

/** The rules of a new one. */
export const newProviderSchema = rulesWith(v.pipe(v.string(), v.nonEmpty(ALL_FIELDS)));

export type ProviderValues = v.InferInput<typeof providerSchema>;

export const newProvider: ProviderValues = {
  libelle: "",
  emetteur: "",
  idClient: "",
  secret: "",
  domaines: "",
  obligatoire: false,
  actif: true,
};

export const valuesOfProvider = ({
  libelle,
  emetteur,
  idClient,
  domaines,
  obligatoire,
  actif,
}: SignOnProvider): ProviderValues => ({
  libelle,
  emetteur,
  idClient,
  secret: "",
  domaines: domaines.join(", "),
  obligatoire,
  actif,
});

/** An empty secret leaves the stored one. */
export const providerInput = ({
  secret,
  domaines,
  ...values
}: ProviderValues): SignOnProviderInput => ({
  ...values,
  ...(secret !== "" && { secret }),
  domaines: domainsIn(domaines),
});

/** Returns the values by the names that the audit log gives them. */
export const providerFacts = ({ domaines, ...values }: ProviderValues) => ({
  libelle: values.libelle,
  emetteur: values.emetteur,
  idClient: values.idClient,
  domaines: domainsIn(domaines).join(", "),
  obligatoire: values.obligatoire,
  actif: values.actif,
});

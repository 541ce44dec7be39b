import * as v from "valibot";
import type { components } from "@/api/schema";
import type { Contact } from "@/entities/contact/api";
import type { Operator } from "@/entities/operator/api";
import { bounded } from "@/format/bounded";
import { email } from "@/format/pasted";
import { city, emailOf, isEmail, phoneOf, postalCode, required } from "@/format/rules";
import type { Member } from "./people/api";

type OperatorInput = components["schemas"]["OperatorInput"];

const EMAIL = "Le format de l'email n'est pas correct.";

/** The rules of an operator, by wire name. */
export const operatorSchema = v.object({
  libelleExploitant: required(),
  email: emailOf(EMAIL),
  adresseLibelle: required(),
  adresseComplement: bounded,
  adresseCodePostal: postalCode,
  adresseVille: city,
  metabaseId: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) => text === "" || (/^[0-9]{1,15}$/.test(text) && Number(text) > 0),
      "L'identifiant Metabase doit être un nombre entier positif",
    ),
  ),
});

export type OperatorValues = v.InferInput<typeof operatorSchema>;

export const newOperator: OperatorValues = {
  libelleExploitant: "",
  email: "",
  adresseLibelle: "",
  adresseComplement: "",
  adresseCodePostal: "",
  adresseVille: "",
  metabaseId: "",
};

export const valuesOfOperator = ({ nom, mail, adresse, metabaseId }: Operator): OperatorValues => ({
  libelleExploitant: nom,
  email: mail,
  adresseLibelle: adresse.adresse,
  adresseComplement: adresse.complement ?? "",
  adresseCodePostal: adresse.codePostal,
  adresseVille: adresse.ville,
  metabaseId: metabaseId === null ? "" : String(metabaseId),
});

/** A dashboard can be named only for an operator that exists. */
export function newOperatorInput({ metabaseId: _, ...operator }: OperatorValues): OperatorInput {
  return operator;
}

export function operatorInput({ metabaseId, ...operator }: OperatorValues): OperatorInput {
  return metabaseId === "" ? operator : { ...operator, metabaseId: Number(metabaseId) };
}

/** Returns the values by the names that the audit log gives them. */
export const operatorFacts = (values: OperatorValues) => ({
  nom: values.libelleExploitant,
  mail: values.email,
  adresse: values.adresseLibelle,
  complement: values.adresseComplement,
  codePostal: values.adresseCodePostal,
  ville: values.adresseVille,
  metabaseId: values.metabaseId,
});

export const contactSchema = v.object({
  nom: required("Veuillez renseigner le champ Nom"),
  prenom: bounded,
  fonction: bounded,
  telephone: bounded,
  email: v.pipe(
    v.string(),
    v.transform(email),
    bounded,
    v.check((text) => text === "" || isEmail(text), "Veuillez renseigner un email valide"),
  ),
});

export type ContactValues = v.InferInput<typeof contactSchema>;

export const newContact: ContactValues = {
  nom: "",
  prenom: "",
  fonction: "",
  telephone: "",
  email: "",
};

export const valuesOfContact = ({ id: _, version: __, ...contact }: Contact): ContactValues =>
  contact;

const MEMBER_FIELDS = "Veuillez renseigner tous les champs.";

export const memberSchema = v.object({
  nom: required(MEMBER_FIELDS),
  prenom: required(MEMBER_FIELDS),
  telephone: phoneOf("Le format du numéro de téléphone n'est pas correct.", MEMBER_FIELDS),
  email: emailOf(EMAIL, MEMBER_FIELDS),
});

export type MemberValues = v.InferInput<typeof memberSchema>;

export const newMember: MemberValues = { nom: "", prenom: "", telephone: "", email: "" };

/** The awaited address stands in the field: to type the other is to take it back. */
export const valuesOfMember = ({ nom, prenom, telephone, ...member }: Member): MemberValues => ({
  nom,
  prenom,
  telephone,
  email: member.emailEnAttente ?? member.email,
});

import { fold } from "@/format/fold";

interface Person {
  nom: string;
  prenom: string;
  email: string;
}

/** The name as a sentence writes it. */
export const personName = ({ nom, prenom, email }: Person) =>
  [prenom, nom].filter(Boolean).join(" ") || email;

const ELIDES = /^(?:[aeiouh]|y[^aeiou])/;

/** « de Pauline », « d'Inès »: the possessive. */
export const ofName = (name: string) => `${ELIDES.test(fold(name)) ? "d'" : "de "}${name}`;

/** The name as a list sorted by last name writes it. */
export const listedName = ({ nom, prenom, email }: Person) =>
  [nom, prenom].filter(Boolean).join(" ") || email;

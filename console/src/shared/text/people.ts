import { fold } from "./fold";

interface Person {
  nom: string;
  prenom: string;
  email: string;
}

/** As a sentence names a person. */
export const personName = ({ nom, prenom, email }: Person) =>
  [prenom, nom].filter(Boolean).join(" ") || email;

const ELIDES = /^(?:[aeiouh]|y[^aeiou])/;

/** « de Pauline », « d'Inès »: whose something is. */
export const ofName = (name: string) => `${ELIDES.test(fold(name)) ? "d'" : "de "}${name}`;

/** As a list in the order of last names shows a person. */
export const listedName = ({ nom, prenom, email }: Person) =>
  [nom, prenom].filter(Boolean).join(" ") || email;

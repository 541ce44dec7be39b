interface Person {
  nom: string;
  prenom: string;
  email: string;
}

/** As a sentence names a person. */
export const personName = ({ nom, prenom, email }: Person) =>
  [prenom, nom].filter(Boolean).join(" ") || email;

/** As a list in the order of last names shows a person. */
export const listedName = ({ nom, prenom, email }: Person) =>
  [nom, prenom].filter(Boolean).join(" ") || email;

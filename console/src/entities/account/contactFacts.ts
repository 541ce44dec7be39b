import type { ReactNode } from "react";
import type { components } from "@/api/schema";
import { formatPhone } from "@/format";
import type { Fact } from "@/ui/layout/Facts";
import { personName } from "./names";

/** Groups the digits of a SIREN: « 999 999 022 ». */
export const formatSiren = (siren: string) =>
  siren.replace(/^(\d{3})(\d{3})(\d{3})$/, "$1\u00a0$2\u00a0$3");

interface Person {
  nom: string;
  prenom: string;
  email: string;
  telephone: string;
  societe?: components["schemas"]["Company"];
}

/** The facts by which a person is named and reached; `name` stands for the name where it leads somewhere. */
export const contactFacts = (person: Person, name: ReactNode = personName(person)): Fact[] => [
  { label: "Nom", value: name, wide: true },
  { label: "Email", value: person.email || "–", wide: true },
  { label: "Téléphone", value: formatPhone(person.telephone) || "–" },
  ...(person.societe
    ? [
        {
          label: "Société",
          value: `${person.societe.nom}, SIREN ${formatSiren(person.societe.siren)}, ${person.societe.adresse}`,
          wide: true,
        },
      ]
    : []),
];

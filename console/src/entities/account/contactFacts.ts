import { formatPhone } from "@/format";
import type { Fact } from "@/ui/layout/Facts";
import { personName } from "./names";

interface Person {
  nom: string;
  prenom: string;
  email: string;
  telephone: string;
}

/** The facts by which a person is named and reached. */
export const contactFacts = (person: Person): Fact[] => [
  { label: "Nom", value: personName(person), wide: true },
  { label: "Email", value: person.email || "–", wide: true },
  { label: "Téléphone", value: formatPhone(person.telephone) || "–" },
];

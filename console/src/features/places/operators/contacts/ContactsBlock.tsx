import { useQuery } from "@tanstack/react-query";
import { type Contact, contactsQuery } from "@/entities/contact/api";
import { useCan } from "@/session/rights";
import type { Column } from "@/ui/table/Table";
import { useContactWrites } from "../people/api";
import { nameOf, reachColumns } from "../people/columns";
import { PeopleBlock } from "../people/PeopleBlock";
import { type PersonField, PersonForm } from "../people/PersonForm";
import type { PeopleWords } from "../people/words";
import { type ContactValues, contactSchema, newContact, valuesOfContact } from "../schemas";

const WORDS: PeopleWords = {
  title: "Référents exploitation",
  hint: "Les personnes à appeler chez l'exploitant. Elles n'ont pas de compte.",
  article: "le référent",
  add: "Ajouter un référent",
  newOne: "Nouveau référent",
  none: "Cet exploitant n'a pas encore de référent.",
  added: (name) => `Le référent «\u00a0${name}\u00a0» est ajouté.`,
  saved: (name) => `Le référent «\u00a0${name}\u00a0» est enregistré.`,
  removed: (name) => `Le référent «\u00a0${name}\u00a0» est supprimé.`,
};

const columns: Column<Contact>[] = [
  { key: "nom", header: "Nom", render: nameOf },
  { key: "fonction", header: "Fonction", render: ({ fonction }) => fonction || "–" },
  ...reachColumns,
];

const FIELDS: PersonField<ContactValues>[] = [
  { name: "nom", label: "Nom", required: true },
  { name: "prenom", label: "Prénom" },
  { name: "fonction", label: "Fonction" },
  { name: "telephone", label: "Téléphone", type: "tel" },
  { name: "email", label: "Email", type: "email" },
];

/** The contacts of an operator. */
export function ContactsBlock({ operatorId }: { operatorId: number }) {
  const mayWrite = useCan("DROIT_EXPLOITANTS_ECRITURE");
  const contacts = useQuery(contactsQuery(operatorId));
  const calls = useContactWrites(operatorId);
  return (
    <PeopleBlock
      words={WORDS}
      people={contacts}
      columns={columns}
      nameOf={nameOf}
      renderForm={
        mayWrite
          ? (contact, onEnd) => (
              <PersonForm
                words={WORDS}
                fields={FIELDS}
                schema={contactSchema}
                values={contact ? valuesOfContact(contact) : newContact}
                calls={calls}
                saved={contact}
                onEnd={onEnd}
              />
            )
          : undefined
      }
    />
  );
}

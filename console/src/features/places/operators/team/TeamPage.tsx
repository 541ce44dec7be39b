import { useQuery } from "@tanstack/react-query";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { Can } from "@/session/Can";
import { operatorQuery } from "../api";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { IdentityBlock } from "../identity/IdentityBlock";
import { AttestationLink } from "./AttestationLink";
import { TeamBlock } from "./TeamBlock";

/** The team of the chosen operator; each part shows to accounts with the right to read it. */
export function TeamPage() {
  return (
    <OperatorFormPage
      title="Mon équipe"
      hint="Son équipe apparaîtra ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id }) => (
        <>
          <TeamBlock operatorId={id} part="Gestionnaire" />
          <TeamBlock operatorId={id} part="Hotline" />
          <TeamBlock operatorId={id} part="Mainteneur" />
          <ContactsBlock operatorId={id} />
          <Can right="DROIT_TARIFS_ECRITURE">
            <OwnIdentity operatorId={id} />
          </Can>
          <AttestationLink />
        </>
      )}
    </OperatorFormPage>
  );
}

/** Who the operator is on its documents: managers read it, administrators change it on the operator's page. */
function OwnIdentity({ operatorId }: { operatorId: number }) {
  const { data: operator } = useQuery(operatorQuery(operatorId));
  return operator && <IdentityBlock operator={operator} readOnly />;
}

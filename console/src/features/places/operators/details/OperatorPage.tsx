import { useQuery } from "@tanstack/react-query";
import { AuditLink } from "@/entities/audit/AuditLink";
import { KeysBlock } from "@/features/machines/keys/KeysBlock";
import { WebhooksBlock } from "@/features/machines/webhooks/WebhooksBlock";
import { RecordPage, useRecordId } from "@/kit/records/RecordPage";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { operatorQuery } from "../api";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { IdentityBlock } from "../identity/IdentityBlock";
import { TeamBlock } from "../team/TeamBlock";
import { InfoBlock } from "./InfoBlock";
import { OpenDataBlock } from "./OpenDataBlock";
import { SecondFactorBlock } from "./SecondFactorBlock";

/** The settings of one operator, its people, its keys and its outgoing notifications. */
export function OperatorPage() {
  const id = useRecordId();
  return (
    <RecordPage
      title="Configuration de l'exploitant"
      query={useQuery(operatorQuery(id))}
      missing="Cet exploitant n'existe pas ou n'existe plus."
      subtitle={({ nom }) => nom}
      state={({ donneesOuvertes }) =>
        donneesOuvertes && <StatusChip color="green" label="Données ouvertes publiées" />
      }
    >
      {(operator) => (
        <>
          <InfoBlock operator={operator} />
          <IdentityBlock operator={operator} />
          <ContactsBlock operatorId={id} />
          <TeamBlock operatorId={id} part="Gestionnaire" />
          <TeamBlock operatorId={id} part="Hotline" />
          <TeamBlock operatorId={id} part="Mainteneur" />
          <SecondFactorBlock operator={operator} />
          <OpenDataBlock operator={operator} />
          <KeysBlock operatorId={id} />
          <WebhooksBlock operatorId={id} />
          <AuditLink about={`exploitant:${id}`} all name={operator.nom} />
        </>
      )}
    </RecordPage>
  );
}

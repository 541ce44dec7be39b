import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AuditLink } from "@/entities/audit/AuditLink";
import { RecordPage, useRecordId } from "@/kit/records/RecordPage";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { ContractBlock } from "../../availability/ContractBlock";
import { thisMonth } from "../../availability/months";
import { operatorQuery } from "../api";
import { ContactsBlock } from "../contacts/ContactsBlock";
import { IdentityBlock } from "../identity/IdentityBlock";
import { BylawBlock } from "../settings/BylawBlock";
import { SettingsBlock } from "../settings/SettingsBlock";
import { TeamBlock } from "../team/TeamBlock";
import { InfoBlock } from "./InfoBlock";
import { OpenDataBlock } from "./OpenDataBlock";
import { SecondFactorBlock } from "./SecondFactorBlock";

type OperatorPageProps = {
  /** Its keys and its outgoing notifications. */
  machines: (operatorId: number) => ReactNode;
};

/** The settings of one operator, its people and its machines. */
export function OperatorPage({ machines }: OperatorPageProps) {
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
          <SettingsBlock operator={operator} />
          <BylawBlock operator={operator} />
          <ContractBlock operatorId={id} month={thisMonth()} />
          <ContactsBlock operatorId={id} />
          <TeamBlock operatorId={id} part="Gestionnaire" />
          <TeamBlock operatorId={id} part="Hotline" />
          <TeamBlock operatorId={id} part="Mainteneur" />
          <SecondFactorBlock operator={operator} />
          <OpenDataBlock operator={operator} />
          {machines(id)}
          <AuditLink about={`exploitant:${id}`} all name={operator.nom} />
        </>
      )}
    </RecordPage>
  );
}

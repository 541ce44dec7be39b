import { Button, CloseButton } from "@mantine/core";
import {
  IconBuildingCommunity,
  IconPlus,
  IconShieldCheck,
  IconUserShare,
} from "@tabler/icons-react";
import { useState } from "react";
import type { AccountDetails } from "@/entities/account/api";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { useConfirmLoss } from "@/ui/dialog/unsaved";
import { focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Block } from "@/ui/layout/Block";
import { NBSP, personName } from "../wording";
import { STAFF_ROLES, type StaffRole, useTakeRole } from "./api";
import classes from "./detail.module.css";
import { GrantRoleForm } from "./GrantRoleForm";

type RolesBlockProps = {
  account: AccountDetails;
  /** The caller may give and take roles. */
  administered: boolean;
};

/** The roles of the account at each operator and on the platform. */
export function RolesBlock({ account, administered }: RolesBlockProps) {
  const [giving, setGiving] = useState(false);
  const confirmLoss = useConfirmLoss();
  const toggle = async () => {
    if (await confirmLoss()) setGiving(!giving);
  };
  return (
    <Block
      title="Statut"
      bare
      action={
        administered && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-expanded={giving}
            onClick={toggle}
          >
            Donner un rôle
          </Button>
        )
      }
    >
      {giving && <GrantRoleForm account={account} onEnd={() => setGiving(false)} />}
      {account.roles.length === 0 ? (
        <EmptyState
          icon={<IconUserShare />}
          title="Aucun rôle"
          hint={administered && "Donnez-lui un rôle pour lui ouvrir un exploitant."}
        />
      ) : (
        <ul className={classes.roleCards}>
          {account.roles.map((at) => (
            <li key={at.exploitationId}>
              <RoleCard account={account} at={at} administered={administered} />
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

function RoleCard({
  account,
  at,
  administered,
}: RolesBlockProps & { at: AccountDetails["roles"][number] }) {
  if (at.roles.includes("Administrateur")) {
    return (
      <div className={classes.roleCard}>
        <IconShieldCheck size={20} stroke={1.75} aria-hidden />
        <div>
          <h3 className={classes.roleTitle}>Administrateur</h3>
          <p className={classes.note}>De toute la plateforme</p>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.roleCard}>
      <IconBuildingCommunity size={20} stroke={1.75} aria-hidden />
      <div>
        <h3 className={classes.roleTitle}>{at.exploitationLibelle}</h3>
        <ul className={classes.roles} aria-label={`Rôles chez ${at.exploitationLibelle}`}>
          {at.roles.map((role) => (
            <li key={role} className={classes.role}>
              {role}
              {administered && isStaff(role) && at.exploitationId !== null && (
                <TakeButton
                  account={account}
                  operator={{ id: at.exploitationId, nom: at.exploitationLibelle }}
                  role={role}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const isStaff = (role: string): role is StaffRole => STAFF_ROLES.some((one) => one === role);

type TakeButtonProps = {
  account: AccountDetails;
  operator: { id: number; nom: string };
  role: StaffRole;
};

function TakeButton({ account, operator, role }: TakeButtonProps) {
  const { mutateAsync: take } = useTakeRole(account.id);
  const ask = useConfirmedWrite({
    question: {
      title: "Retrait d'un rôle",
      question: `Voulez-vous vraiment retirer à ${personName(account)} le rôle ${role} chez ${operator.nom}${NBSP}?`,
      consequences: ["Ce que ce rôle permettait cesse aussitôt. Le compte reste."],
      destroys: true,
    },
    write: () => take({ body: { exploitant: operator.id, role }, version: account.version }),
    done: `Le rôle ${role} chez ${operator.nom} est retiré.`,
  });

  return (
    <CloseButton
      ref={focusTitleAfterRemoval}
      size="xs"
      className={classes.take}
      aria-label={`Retirer le rôle ${role} chez ${operator.nom}`}
      title="Retirer ce rôle"
      onClick={ask}
    />
  );
}

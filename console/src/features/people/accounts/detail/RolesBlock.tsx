import { Button, CloseButton, Group, Paper, SimpleGrid, Text, Title } from "@mantine/core";
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
        <SimpleGrid component="ul" minColWidth="min(20rem, 100%)" spacing="sm" m={0} p={0}>
          {account.roles.map((at) => (
            <Paper component="li" key={at.exploitationId} withBorder p="md">
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <RoleCard account={account} at={at} administered={administered} />
              </Group>
            </Paper>
          ))}
        </SimpleGrid>
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
      <>
        <IconShieldCheck size={20} stroke={1.75} color="var(--accent)" aria-hidden />
        <div>
          <Title order={3} size="h4">
            Administrateur
          </Title>
          <Text c="dimmed">De toute la plateforme</Text>
        </div>
      </>
    );
  }
  return (
    <>
      <IconBuildingCommunity size={20} stroke={1.75} color="var(--accent)" aria-hidden />
      <div className={classes.long}>
        <Title order={3} size="h4">
          {at.exploitationLibelle}
        </Title>
        <Group
          component="ul"
          gap="xs"
          mt="xs"
          mb={0}
          p={0}
          aria-label={`Rôles chez ${at.exploitationLibelle}`}
        >
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
        </Group>
      </div>
    </>
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
      radius="xl"
      iconSize={14}
      aria-label={`Retirer le rôle ${role} chez ${operator.nom}`}
      title="Retirer ce rôle"
      onClick={ask}
    />
  );
}

import { Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Can } from "@/session/Can";
import { useCan, useRights } from "@/session/rights";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { type Member, type TeamRole, teamQuery, useTeamWrites } from "../people/api";
import { nameOf, reachColumns } from "../people/columns";
import { PeopleBlock } from "../people/PeopleBlock";
import { type PersonField, PersonForm } from "../people/PersonForm";
import { type MemberValues, memberSchema, newMember, valuesOfMember } from "../schemas";
import { InvitationChip, InvitationNote } from "./InvitationNote";
import { RIGHTS_OVER, TEAM_WORDS } from "./wording";

const columns: Column<Member>[] = [
  {
    key: "nom",
    header: "Nom",
    render: (member) => (
      <Group component="span" display="inline-flex" gap="xs">
        {nameOf(member)}
        {member.invitation && member.actif && <InvitationChip invitation={member.invitation} />}
        {!member.actif && <StatusChip color="red" label="Banni" />}
        {member.emailEnAttente && <StatusChip color="orange" label="Adresse à confirmer" />}
      </Group>
    ),
  },
  ...reachColumns,
];

const FIELDS: PersonField<MemberValues>[] = [
  { name: "nom", label: "Nom", required: true },
  { name: "prenom", label: "Prénom", required: true },
  { name: "telephone", label: "Téléphone", type: "tel", required: true },
  { name: "email", label: "Email", type: "email", required: true },
];

type TeamBlockProps = { operatorId: number; part: TeamRole };

/** The accounts that hold one staff role at an operator, for accounts that may read the team. */
export function TeamBlock({ operatorId, part }: TeamBlockProps) {
  return (
    <Can right={RIGHTS_OVER[part].read}>
      <Team operatorId={operatorId} part={part} />
    </Can>
  );
}

function Team({ operatorId, part }: TeamBlockProps) {
  const mayWrite = useCan(RIGHTS_OVER[part].write);
  const team = useQuery(teamQuery(operatorId, part));
  const calls = useTeamWrites(operatorId, part);
  const words = TEAM_WORDS[part];
  return (
    <PeopleBlock
      words={words}
      people={team}
      columns={columns}
      nameOf={nameOf}
      renderForm={
        mayWrite
          ? (member, onEnd) => (
              <PersonForm
                words={words}
                fields={FIELDS}
                schema={memberSchema}
                values={member ? valuesOfMember(member) : newMember}
                calls={calls}
                saved={member}
                note={member ? <Notes {...{ member, operatorId, part }} /> : <Invitation />}
                onEnd={onEnd}
              />
            )
          : undefined
      }
    />
  );
}

function Notes({ member, ...team }: TeamBlockProps & { member: Member }) {
  const { invitation, actif } = member;
  return (
    <>
      <AwaitedEmail of={member} />
      {invitation && actif && <InvitationNote {...team} {...{ member, invitation }} />}
    </>
  );
}

/** Shows the address that is not confirmed yet, and what entering another one would do. */
function AwaitedEmail({ of: { email, emailEnAttente } }: { of: Member }) {
  return (
    <Text c="dimmed" maw="72ch" mt="md">
      {emailEnAttente
        ? `L'adresse ${emailEnAttente} est en attente de confirmation\u00a0: un lien y a été envoyé. D'ici là, ${email} reste en usage. Pour renvoyer le lien, une fois par jour, enregistrez de nouveau\u00a0; pour annuler le changement, saisissez ${email}.`
        : "Une nouvelle adresse ne remplace celle-ci qu'une fois confirmée par la personne, si elle a déjà choisi son mot de passe."}
    </Text>
  );
}

/** What a new member receives; only administrators can give a role to an existing account. */
function Invitation() {
  const { administrator } = useRights();
  return (
    <Text c="dimmed" maw="72ch" mt="md">
      Cette personne recevra une invitation par e-mail pour choisir son mot de passe.
      {administrator ? (
        <>
          {" "}
          Si elle a déjà un compte, donnez-lui ce rôle depuis sa page, dans la{" "}
          <Anchor inherit underline="always" component={Link} to="/gestion-utilisateurs">
            liste des utilisateurs
          </Anchor>
          .
        </>
      ) : (
        " Si elle a déjà un compte, un administrateur de la plateforme peut lui donner ce rôle."
      )}
    </Text>
  );
}

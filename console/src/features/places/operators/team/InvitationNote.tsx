import { Button, Group, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { formatDate } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { type Member, type TeamRole, useInvitation } from "../people/api";
import { nameOf } from "../people/columns";

type Invited = Required<Pick<Member, "invitation">>["invitation"];

const sentence = ({ envoyeeLe, expiree }: Invited) =>
  expiree ? "Invitation expirée" : `Invitation envoyée le ${formatDate(envoyeeLe)}`;

/** Marks who was invited and has not signed in yet. */
export function InvitationChip({ invitation }: { invitation: Invited }) {
  return (
    <StatusChip color={invitation.expiree ? "orange" : "yellow"} label={sentence(invitation)} />
  );
}

type InvitationNoteProps = {
  member: Member;
  invitation: Invited;
  operatorId: number;
  part: TeamRole;
};

/** Says that the invitation waits, and sends another. */
export function InvitationNote({ member, invitation, operatorId, part }: InvitationNoteProps) {
  const { mutateAsync: invite } = useInvitation(operatorId, part);
  const ask = useConfirmedWrite({
    question: {
      title: "Invitation",
      question: `Voulez-vous vraiment renvoyer l'invitation à ${nameOf(member)}\u00a0?`,
      consequences: [`Elle part à ${member.email}.`, "Le lien de la précédente ne sert plus."],
    },
    write: () => invite(member.id),
    done: `Une nouvelle invitation est envoyée à ${member.email}.`,
  });
  return (
    <Group mt="md" gap="md">
      <Text c="dimmed" maw="72ch">
        {invitation.expiree
          ? `Invitation envoyée le ${formatDate(invitation.envoyeeLe)}, expirée sans avoir servi.`
          : `${sentence(invitation)}\u00a0: cette personne ne s'est pas encore connectée.`}
      </Text>
      <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={ask}>
        Renvoyer l'invitation
      </Button>
    </Group>
  );
}

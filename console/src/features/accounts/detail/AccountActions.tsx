import { Button } from "@mantine/core";
import { IconBan, IconDownload, IconGhost2, IconUserCheck } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import { ofName } from "@/shared/text/people";
import { BusyButton } from "@/shared/ui/BusyButton";
import { useConfirm } from "@/shared/ui/confirm";
import { notifyError, notifySuccess } from "@/shared/ui/notify";
import { keepFocus } from "@/shared/ui/useReturnFocus";
import { useAnonymiseUser, useExportUser, useSwitchUser } from "../calls";
import type { User } from "../queries";
import { erasureOf, NBSP, personName } from "../wording";
import classes from "./detail.module.css";

/** The actions of administrators on an account. */
export function AccountActs({ user }: { user: User }) {
  return (
    <div className={classes.acts}>
      <ExportButton user={user} />
      <SwitchButton user={user} />
      <AnonymiseButton user={user} />
    </div>
  );
}

function ExportButton({ user: { id } }: { user: User }) {
  const { mutateAsync: exportUser, isPending } = useExportUser(id);
  const ask = () =>
    exportUser().then(
      () => notifySuccess("Les données de cette personne sont téléchargées."),
      (error: unknown) => notifyError(asApiError(error).message),
    );
  return (
    <BusyButton
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      busy={isPending}
      onClick={ask}
    >
      Exporter les données
    </BusyButton>
  );
}

function SwitchButton({ user }: { user: User }) {
  const confirm = useConfirm();
  const { mutateAsync: switchUser } = useSwitchUser(user.id);
  const name = personName(user);
  const onConfirm = async () => void (await switchUser());

  const ban = async () => {
    const done = await confirm({
      title: "Bannissement",
      question: `Voulez-vous vraiment bannir ${name}${NBSP}?`,
      consequences: [
        "Son compte ne permet plus de se connecter ni de commencer une utilisation.",
        "Ses sessions en cours se ferment aussitôt.",
        // At its address is another account, of which nothing changes.
        ...(user.nonConfirme ? [] : ["Un email l'en avertit."]),
      ],
      destroys: true,
      onConfirm,
    });
    if (done) notifySuccess(`Le compte ${ofName(name)} est banni.`);
  };
  const reinstate = async () => {
    const done = await confirm({
      title: "Réactivation",
      question: `Voulez-vous vraiment réactiver le compte ${ofName(name)}${NBSP}?`,
      consequences: ["Son compte permet de nouveau de se connecter."],
      onConfirm,
    });
    if (done) notifySuccess(`Le compte ${ofName(name)} est réactivé.`);
  };

  return user.actif ? (
    <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={ban}>
      Bannir
    </Button>
  ) : (
    <Button
      variant="default"
      leftSection={<IconUserCheck size={16} aria-hidden />}
      onClick={reinstate}
    >
      Réactiver
    </Button>
  );
}

function AnonymiseButton({ user }: { user: User }) {
  const confirm = useConfirm();
  const { mutateAsync: anonymise } = useAnonymiseUser(user.id);

  const ask = async () => {
    const done = await confirm({
      title: "Anonymisation",
      question: `Voulez-vous vraiment anonymiser ${personName(user)}${NBSP}?`,
      consequences: erasureOf(user, true),
      acknowledgement: "Je comprends que cela ne peut être annulé.",
      destroys: true,
      onConfirm: async () => void (await anonymise()),
    });
    if (done) notifySuccess("Cette personne est anonymisée.");
  };

  return (
    <Button
      ref={keepFocus}
      variant="subtle"
      color="red"
      leftSection={<IconGhost2 size={16} aria-hidden />}
      onClick={ask}
    >
      Anonymiser
    </Button>
  );
}

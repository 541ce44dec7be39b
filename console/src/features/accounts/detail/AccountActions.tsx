import { Button } from "@mantine/core";
import { IconBan, IconDownload, IconGhost2, IconUserCheck } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import type { AccountDetails } from "@/data/accounts";
import { useAnonymiseAccount, useExportAccount, useSwitchAccount } from "@/data/writes/accounts";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { BusyButton } from "@/ui/BusyButton";
import { download } from "@/ui/download";
import { notifyError, notifySuccess } from "@/ui/notify";
import { focusTitleAfterRemoval } from "@/ui/useReturnFocus";
import { ofName } from "@/words/people";
import { erasureOf, NBSP, personName } from "../wording";
import classes from "./detail.module.css";

/** The actions of administrators on an account. */
export function AccountActions({ account }: { account: AccountDetails }) {
  return (
    <div className={classes.actions}>
      <ExportButton account={account} />
      <SwitchButton account={account} />
      <AnonymiseButton account={account} />
    </div>
  );
}

function ExportButton({ account: { id } }: { account: AccountDetails }) {
  const { mutateAsync: load, isPending } = useExportAccount(id);
  const ask = () =>
    load().then(
      (file) => {
        download(file, `utilisateur-${id}.json`);
        notifySuccess("Les données de cette personne sont téléchargées.");
      },
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

function SwitchButton({ account }: { account: AccountDetails }) {
  const { mutateAsync: switchAccount } = useSwitchAccount(account.id);
  const name = personName(account);

  const ban = useConfirmedWrite({
    question: {
      title: "Bannissement",
      question: `Voulez-vous vraiment bannir ${name}${NBSP}?`,
      consequences: [
        "Son compte ne permet plus de se connecter ni de commencer une utilisation.",
        "Ses sessions en cours se ferment aussitôt.",
        // At its address is another account, of which nothing changes.
        ...(account.nonConfirme ? [] : ["Un email l'en avertit."]),
      ],
      destroys: true,
    },
    write: switchAccount,
    done: `Le compte ${ofName(name)} est banni.`,
  });
  const reinstate = useConfirmedWrite({
    question: {
      title: "Réactivation",
      question: `Voulez-vous vraiment réactiver le compte ${ofName(name)}${NBSP}?`,
      consequences: ["Son compte permet de nouveau de se connecter."],
    },
    write: switchAccount,
    done: `Le compte ${ofName(name)} est réactivé.`,
  });

  return account.actif ? (
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

function AnonymiseButton({ account }: { account: AccountDetails }) {
  const { mutateAsync: anonymise } = useAnonymiseAccount(account.id);
  const ask = useConfirmedWrite({
    question: {
      title: "Anonymisation",
      question: `Voulez-vous vraiment anonymiser ${personName(account)}${NBSP}?`,
      consequences: erasureOf(account, true),
      acknowledgement: "Je comprends que cela ne peut être annulé.",
      destroys: true,
    },
    write: anonymise,
    done: "Cette personne est anonymisée.",
  });

  return (
    <Button
      ref={focusTitleAfterRemoval}
      variant="subtle"
      color="red"
      leftSection={<IconGhost2 size={16} aria-hidden />}
      onClick={ask}
    >
      Anonymiser
    </Button>
  );
}

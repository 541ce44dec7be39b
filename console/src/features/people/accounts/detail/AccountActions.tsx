import { Button } from "@mantine/core";
import { IconDownload, IconGhost2 } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import type { AccountDetails } from "@/entities/account/api";
import { SwitchAccountButton } from "@/entities/account/SwitchAccountButton";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { download } from "@/ui/form/download";
import { erasureOf, NBSP, personName } from "../wording";
import { useAnonymiseAccount, useExportAccount } from "./api";
import classes from "./detail.module.css";

/** The actions of administrators on an account. */
export function AccountActions({ account }: { account: AccountDetails }) {
  return (
    <div className={classes.actions}>
      <ExportButton account={account} />
      <SwitchAccountButton account={account} />
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

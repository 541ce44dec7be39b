import { Button } from "@mantine/core";
import { IconDownload, IconGhost2 } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import type { Scope } from "@/data/scope";
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

type ActionProps = { account: AccountDetails; scope: Scope };

type AccountActionsProps = ActionProps & {
  /** The caller administers the platform, and may ban the person too. */
  administered: boolean;
};

/** The actions of administrators on an account, and of the managers of the one operator that knows it. */
export function AccountActions({ administered, ...of }: AccountActionsProps) {
  return (
    <div className={classes.actions}>
      <ExportButton {...of} />
      {administered && <SwitchAccountButton account={of.account} />}
      <AnonymiseButton {...of} administered={administered} />
    </div>
  );
}

function ExportButton({ account: { id }, scope }: ActionProps) {
  const { mutateAsync: load, isPending } = useExportAccount(id, scope);
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

function AnonymiseButton({ account, scope, administered }: AccountActionsProps) {
  const { mutateAsync: anonymise } = useAnonymiseAccount(account.id, scope);
  const ask = useConfirmedWrite({
    question: {
      title: "Anonymisation",
      question: `Voulez-vous vraiment anonymiser ${personName(account)}${NBSP}?`,
      consequences: erasureOf(account, administered),
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

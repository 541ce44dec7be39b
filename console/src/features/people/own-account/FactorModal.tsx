import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refresh } from "@/data/useWrite";
import { notifySuccess } from "@/ui/feedback/notify";
import type { OwnFactor } from "../factors/api";
import { AfterIdentityCheck, IdentityCheck } from "../factors/IdentityCheck";
import { NewApplication } from "../factors/NewApplication";
import { NewPasskey } from "../factors/NewPasskey";
import { RecoveryCodes } from "../factors/RecoveryCodes";
import { useRemoveOwnFactor, useRenewRecoveryCodes } from "./api";
import { ChangeModal } from "./ChangeModal";
import { RenameForm } from "./RenameForm";

export type FactorChange =
  | { kind: "add" | "passkey" | "codes" }
  | { kind: "rename" | "remove"; factor: OwnFactor };

const TITLES = {
  add: "Nouvelle application",
  passkey: "Nouvelle clé d'accès",
  codes: "Nouveaux codes de secours",
  rename: "Renommer",
  remove: "Retirer",
};

type FactorModalProps = {
  change: FactorChange;
  onClose: () => void;
};

/** Changes the second factors of the caller, who first proves again who they are. */
export function FactorModal({ change, onClose }: FactorModalProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const queryClient = useQueryClient();
  const { mutateAsync: remove } = useRemoveOwnFactor("factor" in change ? change.factor.id : 0);
  const { mutateAsync: renew } = useRenewRecoveryCodes();

  const end = (sentence: string) => {
    notifySuccess(sentence);
    onClose();
  };

  const act = async (confirmed: string) => {
    if (change.kind === "remove") {
      await remove(confirmed);
      end(`Le moyen «\u00a0${change.factor.nom}\u00a0» est retiré.`);
    } else {
      setCodes((await renew(confirmed)).codesSecours);
    }
  };

  const NewFactorForm = change.kind === "passkey" ? NewPasskey : NewApplication;
  return (
    <ChangeModal title={TITLES[change.kind]} onClose={onClose} closeOnEscape={!codes}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => end("Vos codes de secours sont enregistrés.")} />
      ) : change.kind === "rename" ? (
        <RenameForm factor={change.factor} onEnd={onClose} />
      ) : change.kind === "remove" || change.kind === "codes" ? (
        <IdentityCheck sentence={sentenceOf(change)} onConfirmed={act} onCancel={onClose} />
      ) : (
        <AfterIdentityCheck sentence={sentenceOf(change)} onCancel={onClose}>
          {(step) => (
            // The check before it has gone, and the focus with it.
            <section ref={focus} tabIndex={-1} aria-label={TITLES[change.kind]}>
              <NewFactorForm
                {...step}
                onAdded={({ codesSecours }) => {
                  void refresh(queryClient, "ownFactors");
                  if (codesSecours.length > 0) setCodes(codesSecours);
                  else end("Le moyen de connexion est ajouté.");
                }}
              />
              <Button variant="default" fullWidth mt="sm" onClick={onClose}>
                Annuler
              </Button>
            </section>
          )}
        </AfterIdentityCheck>
      )}
    </ChangeModal>
  );
}

function sentenceOf(change: FactorChange): string {
  const ends = "Vos autres sessions seront fermées.";
  if (change.kind === "remove") {
    return `«\u00a0${change.factor.nom}\u00a0» ne permettra plus de vous connecter. ${ends}`;
  }
  if (change.kind === "codes") return `Les codes précédents ne serviront plus. ${ends}`;
  return `Confirmez d'abord que c'est bien vous. ${ends}`;
}

const focus = (step: HTMLElement | null) => step?.focus();

import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { notifySuccess } from "@/ui/feedback/notify";
import { Block } from "@/ui/layout/Block";
import { passExpiry } from "../factors/FactorForm";
import { AfterIdentityCheck } from "../factors/IdentityCheck";
import { NEW_PASSWORD, NewPasswordFields } from "../password/NewPasswordFields";
import { useChangeOwnPassword } from "./api";
import { ChangeModal } from "./ChangeModal";
import { DialogForm } from "./DialogForm";

/** The password of the caller, which they change after proving who they are. */
export function PasswordBlock() {
  const [changing, setChanging] = useState(false);
  return (
    <Block
      title="Mot de passe"
      action={
        <Button variant="default" onClick={() => setChanging(true)}>
          Changer de mot de passe
        </Button>
      }
    >
      <Text>
        Changez-le si quelqu'un d'autre a pu le connaître. Vos autres sessions seront fermées.
      </Text>
      {changing && <PasswordModal onClose={() => setChanging(false)} />}
    </Block>
  );
}

function PasswordModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync: change } = useChangeOwnPassword();
  return (
    <ChangeModal title="Changer de mot de passe" onClose={onClose}>
      <AfterIdentityCheck sentence="Confirmez d'abord que c'est bien vous." onCancel={onClose}>
        {({ token, onExpired }) => (
          <DialogForm
            {...NEW_PASSWORD}
            write={async ({ password }) => {
              await change({ jetonEtape: token, motDePasse: password });
              notifySuccess("Votre mot de passe est changé, et vos autres sessions sont fermées.");
              onClose();
            }}
            showRefusal={passExpiry(onExpired)}
            onCancel={onClose}
          >
            {({ control }) => <NewPasswordFields control={control} />}
          </DialogForm>
        )}
      </AfterIdentityCheck>
    </ChangeModal>
  );
}

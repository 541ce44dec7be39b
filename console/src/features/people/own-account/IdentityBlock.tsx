import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import * as v from "valibot";
import { emailOf } from "@/format/rules";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import type { OwnAccount } from "@/session/account";
import { notifySuccess } from "@/ui/feedback/notify";
import { TextField } from "@/ui/form/fields";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import classes from "../entries/entries.module.css";
import { passExpiry } from "../factors/FactorForm";
import { AfterIdentityCheck } from "../factors/IdentityCheck";
import { useChangeOwnEmail, useWithdrawOwnEmail } from "./api";
import { ChangeModal } from "./ChangeModal";
import { DialogForm } from "./DialogForm";

/** Who the caller is, and their e-mail, which they can change. */
export function IdentityBlock({ account }: { account: OwnAccount }) {
  const [changing, setChanging] = useState(false);
  const { nom, prenom, email, roles, emailEnAttente, fournisseurObligatoire } = account;
  return (
    <Block
      title="Identité"
      action={
        !fournisseurObligatoire && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Changer d'adresse e-mail
          </Button>
        )
      }
    >
      <Facts
        items={[
          { label: "Nom", value: nom },
          { label: "Prénom", value: prenom },
          { label: "Rôle", value: roles.join(", ") || "–" },
          { label: "Email", value: email, wide: true },
        ]}
      />
      {fournisseurObligatoire && (
        <Text mt="sm">
          {`Vous vous connectez avec «\u00a0${fournisseurObligatoire}\u00a0», sans mot de passe. Pour changer d'adresse, adressez-vous à un responsable de votre équipe.`}
        </Text>
      )}
      {emailEnAttente && <AwaitedEmail email={emailEnAttente} />}
      {changing && <EmailModal awaited={emailEnAttente ?? ""} onClose={() => setChanging(false)} />}
    </Block>
  );
}

function AwaitedEmail({ email }: { email: string }) {
  const { mutateAsync: withdraw } = useWithdrawOwnEmail();
  const giveUp = useConfirmedWrite({
    question: {
      title: "Changement d'adresse",
      question: `Voulez-vous vraiment garder votre adresse actuelle\u00a0? Le lien envoyé à ${email} ne servira plus.`,
    },
    write: () => withdraw(),
    done: "Vous gardez votre adresse actuelle.",
  });
  return (
    <Group role="status" gap="sm" mt="md" pt="md" className={classes.entry}>
      <Text flex="1 1 20rem" className={classes.words}>
        {email} remplacera cette adresse quand vous aurez ouvert le lien que nous y avons envoyé,
        valable sept jours. Vous devrez alors vous reconnecter.
      </Text>
      <Button variant="default" onClick={giveUp}>
        Renoncer à ce changement
      </Button>
    </Group>
  );
}

const MISSING = "Veuillez renseigner votre nouvelle adresse.";

const schema = v.object({
  email: emailOf("Le format de l'email n'est pas correct.", MISSING),
});

function EmailModal({ awaited, onClose }: { awaited: string; onClose: () => void }) {
  const { mutateAsync: change } = useChangeOwnEmail();
  return (
    <ChangeModal title="Changer d'adresse e-mail" onClose={onClose}>
      <AfterIdentityCheck sentence="Confirmez d'abord que c'est bien vous." onCancel={onClose}>
        {({ token, onExpired }) => (
          <DialogForm
            schema={schema}
            values={{ email: awaited }}
            write={async ({ email }) => {
              await change({ jetonEtape: token, email });
              notifySuccess(`Un lien de confirmation est envoyé à ${email}.`);
              onClose();
            }}
            showRefusal={passExpiry(onExpired)}
            submit="Envoyer le lien"
            onCancel={onClose}
          >
            {({ control }) => (
              <TextField
                control={control}
                name="email"
                label="Nouvelle adresse e-mail"
                hint="Un lien y sera envoyé. Votre adresse ne change que quand vous l'ouvrez."
                type="email"
                autoComplete="email"
                required
                autoFocus
                data-autofocus
              />
            )}
          </DialogForm>
        )}
      </AfterIdentityCheck>
    </ChangeModal>
  );
}

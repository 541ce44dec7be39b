import { Text } from "@mantine/core";
import type { Scope } from "@/data/scope";
import { ActiveChip } from "@/entities/account/ActiveChip";
import type { AccountDetails } from "@/entities/account/api";
import { contactFacts } from "@/entities/account/contactFacts";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { AccountActions } from "./AccountActions";
import classes from "./detail.module.css";
import { ResetSecondFactorButton } from "./ResetSecondFactorButton";

type IdentityBlockProps = {
  account: AccountDetails;
  scope: Scope;
  /** The caller administers the platform. */
  administered: boolean;
};

const LANGUAGES: Record<NonNullable<AccountDetails["langue"]>, string> = {
  fr: "Français",
  en: "Anglais",
  de: "Allemand",
  es: "Espagnol",
  it: "Italien",
  nl: "Néerlandais",
};

export function IdentityBlock({ account, scope, administered }: IdentityBlockProps) {
  return (
    <Block title="Identité">
      <Facts
        items={[
          ...contactFacts(account.societeModifiable ? { ...account, societe: undefined } : account),
          { label: "État", value: <ActiveChip account={account} /> },
          ...(account.doubleAuthentification
            ? [{ label: "Double authentification", value: "Oui" }]
            : []),
          ...(account.langue
            ? [{ label: "Langue des e-mails", value: LANGUAGES[account.langue] }]
            : []),
        ]}
      />
      {account.anonymise && (
        <Text c="dimmed" mt="sm">
          Cette personne a été anonymisée&nbsp;: ses utilisations et ses montants restent, sans
          elle.
        </Text>
      )}
      {account.nonConfirme && (
        <Text c="dimmed" mt="sm">
          Un exploitant a ouvert ce compte avec l'adresse e-mail d'un autre compte&nbsp;: la
          personne n'a pas encore confirmé que les deux sont les siens.
        </Text>
      )}
      {(administered || account.anonymisable) && (
        <AccountActions account={account} scope={scope} administered={administered} />
      )}
      {account.reinitialisable && (
        <div className={classes.actions}>
          <ResetSecondFactorButton account={account} scope={scope} />
        </div>
      )}
    </Block>
  );
}

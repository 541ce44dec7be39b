import { formatPhone } from "@/shared/format";
import { Block } from "@/shared/ui/Block";
import { Facts } from "@/shared/ui/Facts";
import { ActiveChip } from "../ActiveChip";
import type { User } from "../queries";
import { personName } from "../wording";
import { AccountActs } from "./AccountActions";
import classes from "./detail.module.css";

type IdentityBlockProps = {
  user: User;
  /** The caller may ban, anonymise and export. */
  administered: boolean;
};

export function IdentityBlock({ user, administered }: IdentityBlockProps) {
  return (
    <Block title="Identité">
      <Facts
        items={[
          { label: "Nom", value: personName(user), wide: true },
          { label: "Email", value: user.email || "–", wide: true },
          { label: "Téléphone", value: formatPhone(user.telephone) || "–" },
          { label: "État", value: <ActiveChip user={user} /> },
        ]}
      />
      {user.anonymise && (
        <p className={classes.note}>
          Cette personne a été anonymisée&nbsp;: ses utilisations et ses montants restent, sans
          elle.
        </p>
      )}
      {user.nonConfirme && (
        <p className={classes.note}>
          Un exploitant a ouvert ce compte avec l'adresse e-mail d'un autre compte&nbsp;: la
          personne n'a pas encore confirmé que les deux sont les siens.
        </p>
      )}
      {administered && <AccountActs user={user} />}
    </Block>
  );
}

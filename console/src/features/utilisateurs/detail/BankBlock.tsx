import { IconCreditCard } from "@tabler/icons-react";
import { Block } from "@/shared/ui/Block";
import type { User } from "../queries";
import { NBSP } from "../wording";
import classes from "./detail.module.css";

/** The cards that a person pays with, as far as anybody may see them. */
export function BankBlock({ cards = [] }: { cards: User["moyenPaiements"] }) {
  return (
    <Block title="Informations bancaires">
      {cards.length === 0 ? (
        <p className={classes.none}>Aucune carte bancaire n'est enregistrée.</p>
      ) : (
        <ul className={classes.bankCards}>
          {cards.map(({ pan, expirationDate }) => (
            <li key={`${pan} ${expirationDate}`} className={classes.bankCard}>
              <IconCreditCard size={20} stroke={1.75} aria-hidden />
              <span>{pan}</span>
              <span className={classes.dimmed}>
                {`Expiration${NBSP}: `}
                {expirationDate}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}

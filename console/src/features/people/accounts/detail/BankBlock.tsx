import { IconCreditCard } from "@tabler/icons-react";
import type { AccountDetails } from "@/entities/account/api";
import { cardExpiry } from "@/entities/payment/cardExpiry";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { NBSP } from "../wording";
import classes from "./detail.module.css";

type Card = NonNullable<AccountDetails["moyenPaiements"]>[number];

/** The payment cards of the account, masked. */
export function BankBlock({ cards = [] }: { cards: AccountDetails["moyenPaiements"] }) {
  return (
    <Block title="Informations bancaires">
      {cards.length === 0 ? (
        <p className={classes.none}>Aucune carte bancaire n'est enregistrée.</p>
      ) : (
        <ul className={classes.bankCards}>
          {cards.map((card) => (
            <BankCard key={card.exploitant?.id ?? card.pan} card={card} />
          ))}
        </ul>
      )}
    </Block>
  );
}

function BankCard({ card: { pan, expirationDate, exploitant } }: { card: Card }) {
  const expiry = cardExpiry(expirationDate);
  return (
    <li className={classes.bankCard}>
      <IconCreditCard size={20} stroke={1.75} aria-hidden />
      <span>{pan}</span>
      <span className={classes.dimmed}>
        {`Expiration${NBSP}: `}
        {expirationDate}
      </span>
      {exploitant && <span className={classes.dimmed}>{`Confiée à ${exploitant.nom}`}</span>}
      {expiry && <StatusChip {...expiry} />}
    </li>
  );
}

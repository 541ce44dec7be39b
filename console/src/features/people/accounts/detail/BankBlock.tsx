import { Group, Text } from "@mantine/core";
import { IconCreditCard } from "@tabler/icons-react";
import type { AccountDetails } from "@/entities/account/api";
import { cardExpiry } from "@/entities/payment/cardExpiry";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import { NBSP } from "../wording";

type Card = NonNullable<AccountDetails["moyenPaiements"]>[number];

/** The payment cards of the account, masked. */
export function BankBlock({ cards = [] }: { cards: AccountDetails["moyenPaiements"] }) {
  return (
    <Block title="Informations bancaires">
      {cards.length === 0 ? (
        <Text c="dimmed">Aucune carte bancaire n'est enregistrée.</Text>
      ) : (
        <PlainList gap="xs">
          {cards.map((card) => (
            <BankCard key={card.exploitant?.id ?? card.pan} card={card} />
          ))}
        </PlainList>
      )}
    </Block>
  );
}

function BankCard({ card: { pan, expirationDate, exploitant } }: { card: Card }) {
  const expiry = cardExpiry(expirationDate);
  return (
    <Group component="li" gap="xs">
      <IconCreditCard size={20} stroke={1.75} aria-hidden />
      <span>{pan}</span>
      <Text c="dimmed">{`Expiration${NBSP}: ${expirationDate}`}</Text>
      {exploitant && <Text c="dimmed">{`Confiée à ${exploitant.nom}`}</Text>}
      {expiry && <StatusChip {...expiry} />}
    </Group>
  );
}

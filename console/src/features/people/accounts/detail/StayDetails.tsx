import { Group, Stack, Text } from "@mantine/core";
import type { Scope } from "@/data/scope";
import { contactFacts } from "@/entities/account/contactFacts";
import { PaymentCard } from "@/entities/payment/PaymentCard";
import { StayFacts } from "@/entities/stay/StayFacts";
import { formatCount, formatEuros } from "@/format";
import { TariffLink } from "@/kit/routing/NamedLinks";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import type { AccountStay } from "./api";
import classes from "./detail.module.css";

/** The details of an open row: customer, place, duration, price and its explanation, payment. */
export function StayDetails({ stay, scope }: { stay: AccountStay; scope: Scope }) {
  const { user: customer, paiement } = stay;
  return (
    <DetailCards>
      <DetailCard title="Usager">
        <Facts items={contactFacts(customer)} />
      </DetailCard>
      <DetailCard title="Utilisation">
        <StayFacts stay={stay} />
      </DetailCard>
      <div className={classes.stack}>
        <DetailCard title="Tarification">
          <PriceLines stay={stay} />
        </DetailCard>
        <PaymentCard payment={paiement} scope={scope} />
      </div>
    </DetailCards>
  );
}

/** The explanation of the price, as the server gives it; a quantity of one goes without saying. */
function PriceLines({ stay: { tarif, occupationPrix, coutUtilisation } }: { stay: AccountStay }) {
  // A stay without a tariff has neither a tariff name nor price lines.
  const lines = occupationPrix.lignes ?? [];
  return (
    <>
      <Text fw={550} mb="sm" className={classes.long}>
        {tarif ? (
          <TariffLink tariff={{ id: tarif.id, nom: tarif.libelle }} />
        ) : (
          "Aucune condition tarifaire"
        )}
      </Text>
      <Stack component="dl" gap={6}>
        {lines.map(({ libelle, quantite, prixUnitaire, montant }) => (
          <Group key={libelle} justify="space-between" align="baseline" wrap="nowrap">
            <dt>
              {libelle}
              {quantite > 1 && (
                <Text span inherit c="dimmed">
                  {` ${formatCount(quantite)}\u00a0×\u00a0${formatEuros(prixUnitaire)}`}
                </Text>
              )}
            </dt>
            <dd data-figures>{formatEuros(montant)}</dd>
          </Group>
        ))}
        <Group
          justify="space-between"
          wrap="nowrap"
          pt={6}
          fw={600}
          style={{ borderTop: "1px solid var(--line)" }}
        >
          <dt>Coût d'utilisation</dt>
          <dd data-figures>{formatEuros(coutUtilisation)}</dd>
        </Group>
      </Stack>
    </>
  );
}

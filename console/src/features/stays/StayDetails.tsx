import { Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Scope } from "@/data/scope";
import { ofName, personName } from "@/entities/account/names";
import { AuditLink } from "@/entities/audit/AuditLink";
import { CallLink } from "@/entities/hotline/CallLink";
import { OpenLeftBike } from "@/entities/leftbike/OpenLeftBike";
import { PaymentCard } from "@/entities/payment/PaymentCard";
import { StayFacts } from "@/entities/stay/StayFacts";
import { StayFlags } from "@/entities/stay/StayFlags";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatAmount, formatDuration } from "@/format";
import { TariffLink } from "@/kit/routing/NamedLinks";
import { useCan } from "@/session/rights";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import type { Stay } from "./api";
import { CustomerCard } from "./CustomerCard";
import classes from "./stays.module.css";

type StayDetailsProps = { stay: Stay; scope: Scope };

/** The details of an open row: place, duration, price and its explanation, customer, payment. */
export function StayDetails({ stay, scope }: StayDetailsProps) {
  return (
    <DetailCards>
      <StayCard stay={stay} scope={scope} />
      <div className={classes.stack}>
        <Price price={stay.occupationPrix} />
        <Tariff tariff={stay.tarif} />
      </div>
      <div className={classes.stack}>
        <CustomerCard customer={stay.user} scope={scope} />
        <PaymentCard payment={stay.paiement} scope={scope} />
      </div>
    </DetailCards>
  );
}

function StayCard({ stay, scope }: StayDetailsProps) {
  const { station, depassement, enlevement } = stay;
  const mayOpen = useCan("DROIT_STATIONS_LECTURE");
  return (
    <DetailCard title="Utilisation">
      {(depassement || enlevement) && (
        <Group gap="xs" mb="sm">
          <StayFlags stay={stay} />
        </Group>
      )}
      <StayFacts stay={stay} />
      <Group gap="xs" mt="sm">
        {mayOpen && (
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/tb-stations/$id/details" params={{ id: String(station.id) }} />
            )}
            variant="default"
            size="xs"
          >
            Gérer la station
          </Button>
        )}
        {scope !== undefined && (
          <CallLink
            usager={stay.user.email ? stay.user.id : undefined}
            casier={stay.casier.id}
            size="xs"
          />
        )}
        {scope !== undefined && enlevement && stay.finOccupation === null && (
          <OpenLeftBike
            operatorId={scope}
            idOccupation={stay.id}
            place={`${station.nom}, casier ${stay.casier.nom}`}
            size="xs"
          />
        )}
        <AuditLink
          about={`utilisation:${stay.id}`}
          all={scope === undefined}
          name={`utilisation ${ofName(personName(stay.user))}`}
        />
      </Group>
    </DetailCard>
  );
}

/** The parts of the price and their total; this screen shows no currency. */
function Price({ price }: { price: Stay["occupationPrix"] }) {
  const part = (amount: number, minutes: number) =>
    minutes > 0 ? `${formatAmount(amount)} (${formatDuration(minutes)})` : formatAmount(amount);
  const { prixAvantDepassement, dureeStationnementNormal } = price;
  const { prixDepassement, dureeStationnementDepassement } = price;
  return (
    <DetailCard title="Prix">
      <Facts
        items={[
          {
            label: "Avant dépassement",
            value: part(prixAvantDepassement, dureeStationnementNormal),
            wide: true,
          },
          {
            label: "Dépassement",
            value: part(prixDepassement, dureeStationnementDepassement),
          },
          { label: "Enlèvement", value: formatAmount(price.prixEnlevement) },
        ]}
      />
      <div className={classes.bill}>
        <PriceLines
          lines={price.lignes ?? []}
          totalLabel="Coût d'utilisation"
          total={price.prixActuel}
          money={formatAmount}
        />
      </div>
    </DetailCard>
  );
}

function Tariff({ tariff }: { tariff: Stay["tarif"] }) {
  return (
    <DetailCard title="Tarif">
      {tariff ? (
        <Facts
          items={[
            {
              label: "Condition tarifaire",
              value: <TariffLink tariff={{ id: tariff.id, nom: tariff.libelle }} />,
              wide: true,
            },
            { label: "Type", value: tariff.abonnement ? "Abonnement" : "Tarif horaire" },
          ]}
        />
      ) : (
        <Text c="dimmed">Aucune condition tarifaire</Text>
      )}
    </DetailCard>
  );
}

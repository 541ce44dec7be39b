import { Button, Group } from "@mantine/core";
import { IconLock, IconUser } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ofName, personName } from "@/entities/account/names";
import { AuditLink } from "@/entities/audit/AuditLink";
import { CallLink } from "@/entities/hotline/CallLink";
import type { Payment } from "@/entities/payment/types";
import { lockerDestination } from "@/kit/routing/destination";
import { useRights } from "@/session/rights";
import { isStay } from "../wording";

type PaymentLinksProps = {
  payment: Payment;
  /** On the pages of administrators, which show the payments of all operators. */
  all: boolean;
};

/** Leads from a payment to the person, the locker of the stay, the call about both, and the audit log. */
export function PaymentLinks({ payment, all }: PaymentLinksProps) {
  const { can } = useRights();
  const { id, idUtilisateur } = payment;
  const stay = payment.utilisations.find(isStay);
  const people = all ? "/gestion-utilisateurs" : "/gestion-utilisateurs-exploitant";
  return (
    <Group gap="xs" data-no-print>
      {can("DROIT_USER_HOTLINE_LECTURE") && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUser size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={`${people}/${idUtilisateur}/details`} />}
        >
          Fiche {ofName(personName(payment))}
        </Button>
      )}
      {stay && !all && can("DROIT_STATIONS_LECTURE") && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconLock size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} {...lockerDestination(stay.station, stay.casier)} />
          )}
        >
          {stay.casier.nom}, {stay.station.nom}
        </Button>
      )}
      {!all && (
        <CallLink
          usager={idUtilisateur}
          casier={stay?.casier.id}
          about={`paiement ${ofName(personName(payment))}`}
          size="xs"
        />
      )}
      <AuditLink
        about={`paiement:${id}`}
        all={all}
        name={`paiement ${ofName(personName(payment))}`}
      />
    </Group>
  );
}

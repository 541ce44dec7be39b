import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { components } from "@/api/schema";
import type { Scope } from "@/data/scope";
import { contactFacts } from "@/entities/account/contactFacts";
import { personName } from "@/entities/account/names";
import { PersonLink } from "@/kit/routing/NamedLinks";
import { useCan } from "@/session/rights";
import { DetailCard } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";

type CustomerCardProps = { customer: components["schemas"]["Account"]; scope: Scope };

/** The customer in an open row, with a link to their page. */
export function CustomerCard({ customer, scope }: CustomerCardProps) {
  const mayOpen = useCan("DROIT_USER_HOTLINE_LECTURE");
  const to =
    scope === undefined
      ? "/gestion-utilisateurs/$id/details"
      : "/gestion-utilisateurs-exploitant/$id/details";
  return (
    <DetailCard title="Usager">
      <Facts
        items={contactFacts(
          customer,
          <PersonLink person={customer} name={personName(customer)} scope={scope} />,
        )}
      />
      {/* An erased account has neither e-mail nor page. */}
      {mayOpen && customer.email && (
        <Button
          renderRoot={(props) => <Link {...props} to={to} params={{ id: String(customer.id) }} />}
          mt="sm"
          variant="default"
          size="xs"
        >
          Voir la fiche
        </Button>
      )}
    </DetailCard>
  );
}

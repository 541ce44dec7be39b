import { Fragment } from "react";
import type { Right } from "@/api/rights";
import type { Scope } from "@/data/scope";
import { useCan } from "@/session/rights";
import { type Destination, lockerDestination } from "./destination";
import { PageLink } from "./PageLink";

/** What the server names: « { id: 12, nom: "Gare" } ». */
interface Named {
  id: number;
  nom: string;
}

type NamedLinkProps = Destination & { right: Right; name: string };

/** A name that leads to the page of what it names; text for who may not open that page. */
function NamedLink({ right, name, ...page }: NamedLinkProps) {
  return useCan(right) ? <PageLink {...page} name={name} /> : name;
}

export const StationLink = ({ station: { id, nom } }: { station: Named }) => (
  <NamedLink right="DROIT_STATIONS_LECTURE" name={nom} to={`/tb-stations/${id}/details`} />
);

/** « Gare, Port »: the stations of a list. */
export const StationLinks = ({ stations }: { stations: readonly Named[] }) =>
  stations.map((station, i) => (
    <Fragment key={station.id}>
      {i > 0 && ", "}
      <StationLink station={station} />
    </Fragment>
  ));

type LockerLinkProps = { station: { id: number }; locker: Named };

export const LockerLink = ({ station, locker }: LockerLinkProps) => (
  <NamedLink
    right="DROIT_STATIONS_LECTURE"
    name={locker.nom}
    {...lockerDestination(station, locker)}
  />
);

type PlaceLinksProps = { station: Named; locker: Named | null };

/** « Gare, A1 »: a locker after its station, or the station alone. */
export const PlaceLinks = ({ station, locker }: PlaceLinksProps) => (
  <>
    <StationLink station={station} />
    {locker && (
      <>
        , <LockerLink station={station} locker={locker} />
      </>
    )}
  </>
);

export const TariffLink = ({ tariff: { id, nom } }: { tariff: Named }) => (
  <NamedLink right="DROIT_TARIFS_LECTURE" name={nom} to={`/gestion-tarifs/${id}/details`} />
);

type PaymentLinkProps = { id: number; name: string; scope: Scope };

export const PaymentLink = ({ id, name, scope }: PaymentLinkProps) => (
  <NamedLink
    right="DROIT_EVENEMENTS_LECTURE"
    name={name}
    to={`/liste-paiements${whose(scope)}`}
    search={{ paiement: id }}
  />
);

type PaymentsOfLinkProps = { person: { email: string }; name: string; scope: Scope };

/** Leads to the list of a person's payments. */
export const PaymentsOfLink = ({ person: { email }, name, scope }: PaymentsOfLinkProps) =>
  email ? (
    <NamedLink
      right="DROIT_EVENEMENTS_LECTURE"
      name={name}
      to={`/liste-paiements${whose(scope)}`}
      search={{ recherche: email }}
    />
  ) : (
    name
  );

type PersonLinkProps = {
  person: { id: number; email: string };
  name: string;
  scope: Scope;
  /** The stay whose row is opened on their page. */
  stay?: number | undefined;
};

/** An erased account has neither e-mail nor page. */
export const PersonLink = ({ person: { id, email }, name, scope, stay }: PersonLinkProps) =>
  email ? (
    <NamedLink
      right="DROIT_USER_HOTLINE_LECTURE"
      name={name}
      to={`/gestion-utilisateurs${whose(scope)}/${id}/details`}
      search={stay === undefined ? undefined : { utilisation: stay }}
    />
  ) : (
    name
  );

/** Ends the addresses of the pages of one operator. */
const whose = (scope: Scope) => (scope === undefined ? "" : "-exploitant");

import {
  IconBuildingCommunity,
  IconLock,
  IconMapPin,
  IconReceipt,
  IconTool,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import { ofName, personName } from "@/entities/account/names";
import type { CallAbout } from "@/entities/hotline/CallAbout";
import { isSpace } from "@/entities/locker/space";
import { formatDate, formatEuros, formatPhone } from "@/format";
import { type Destination, lockerDestination } from "@/kit/routing/destination";
import type { Rights } from "@/session/rights";
import type { CallCandidates } from "../api";

/** One result of a search: leads to a page, or completes the typed text. */
export type Option = {
  key: string;
  label: string;
  detail: string;
  icon: TablerIcon;
} & ({ to: Destination } | { fill: string });

/** Results under one heading. */
export interface OptionGroup {
  heading: string;
  options: Option[];
}

type Customer = CallCandidates["usagers"][number];
type Place = CallCandidates["casiers"][number];
type Payment = CallCandidates["paiements"][number];

const withOptions = ({ options }: OptionGroup) => options.length > 0;

const callAbout = (about: CallAbout): Destination => ({ to: "/recit", search: about });

const customerOption = (customer: Customer, to: Destination): Option => ({
  key: `usager-${customer.id}`,
  label: personName(customer),
  detail: [formatPhone(customer.telephone), customer.email, stateOf(customer)]
    .filter(Boolean)
    .join(" · "),
  icon: IconUser,
  to,
});

function stateOf({ actif, anonymise }: Customer): string {
  if (anonymise) return "Anonymisé";
  return actif ? "" : "Banni";
}

export const placeName = (place: Place) => `${isSpace(place) ? "Espace" : "Casier"} ${place.nom}`;

const placeOption = (place: Place, to: Destination): Option => ({
  key: `casier-${place.id}`,
  label: placeName(place),
  detail: [place.station.nom, place.type.nom, place.complement].filter(Boolean).join(" · "),
  icon: isSpace(place) ? IconBuildingCommunity : IconLock,
  to,
});

const paymentOption = (payment: Payment, to: Destination): Option => ({
  key: `paiement-${payment.id}`,
  label: payment.usager ? `Paiement ${ofName(payment.usager.nom)}` : "Paiement",
  detail: `${formatEuros(payment.montant)} · ${payment.uuidReservation}`,
  icon: IconReceipt,
  to,
});

const paymentPage = ({ id }: Payment): Destination => ({
  to: "/liste-paiements-exploitant",
  search: { paiement: id },
});

const documentOption = (one: CallCandidates["documents"][number]): Option => ({
  key: `document-${one.id}`,
  label: `${one.type === "avoir" ? "Avoir" : "Reçu"} ${one.numero}`,
  detail: `${formatEuros(one.montant)} · ${formatDate(one.date)}`,
  icon: IconReceipt,
  to: { to: "/liste-paiements-exploitant", search: { paiement: one.idPaiement } },
});

const repairOption = (one: CallCandidates["interventions"][number]): Option => ({
  key: `intervention-${one.id}`,
  label: `Intervention n°\u00a0${one.numero}`,
  detail: [one.station.nom, one.casier?.nom].filter(Boolean).join(" · "),
  icon: IconTool,
  to: { to: "/interventions", search: { station: one.station.id, ligne: one.id } },
});

/** The person and the locker on screen, by name. */
export interface Subject {
  about: CallAbout;
  usager?: string;
  casier?: string;
}

/**
 * Returns what a search on the page of a call leads to: the call of a person or locker. While one of the two
 * is on screen, the other can be added to it.
 */
export function callOptions(found: CallCandidates, subject: Subject): OptionGroup[] {
  const { about, usager, casier } = subject;
  const groups: OptionGroup[] = [
    {
      heading: "Usagers",
      options: found.usagers.map((one) => customerOption(one, callAbout({ usager: one.id }))),
    },
    {
      heading: "Casiers et espaces",
      options: found.casiers.map((one) => placeOption(one, callAbout({ casier: one.id }))),
    },
    {
      heading: "Stations",
      options: found.stations.map(({ id, nom }) => ({
        key: `station-${id}`,
        label: nom,
        detail: "Puis saisissez le code du casier",
        icon: IconMapPin,
        fill: `${nom} `,
      })),
    },
    {
      heading: "Paiements",
      options: found.paiements.map((one) =>
        paymentOption(one, one.usager ? callAbout({ usager: one.usager.id }) : paymentPage(one)),
      ),
    },
  ];
  if (usager !== undefined)
    groups.push({
      heading: `${usager} est devant`,
      options: found.casiers.map((one) => ({
        ...placeOption(one, callAbout({ usager: about.usager, casier: one.id })),
        key: `avec-casier-${one.id}`,
      })),
    });
  if (casier !== undefined)
    groups.push({
      heading: `Devant ${casier}`,
      options: found.usagers.map((one) => ({
        ...customerOption(one, callAbout({ usager: one.id, casier: about.casier })),
        key: `avec-usager-${one.id}`,
      })),
    });
  return groups.filter(withOptions);
}

/** A telephone number, or so much of one that it is not the code of a locker. */
const TELEPHONE = /^[+0][\d\s./()-]{4,}$/;

/**
 * Returns the pages to which a search leads an account with these rights; few results lead to their calls too, first of
 * all when a telephone number was typed: it is what somebody on the telephone says.
 */
export function pageOptions(found: CallCandidates, { can }: Rights, typed: string): OptionGroup[] {
  const stations = can("DROIT_STATIONS_LECTURE");
  const { usagers, casiers } = found;
  const calls = [
    ...usagers.map((one) => ({
      ...customerOption(one, callAbout({ usager: one.id })),
      key: `recit-usager-${one.id}`,
    })),
    ...casiers.map((one) => ({
      ...placeOption(one, callAbout({ casier: one.id })),
      key: `recit-casier-${one.id}`,
    })),
  ];
  const callGroup = { heading: CALLS, options: calls.length <= MOST_CALLS ? calls : [] };
  const called = TELEPHONE.test(typed.trim());
  return [
    ...(called ? [callGroup] : []),
    {
      heading: "Usagers",
      options: usagers.map((one) =>
        customerOption(one, { to: `/gestion-utilisateurs-exploitant/${one.id}/details` }),
      ),
    },
    {
      heading: "Casiers et espaces",
      options: casiers.map((one) =>
        placeOption(
          one,
          stations ? lockerDestination(one.station, one) : callAbout({ casier: one.id }),
        ),
      ),
    },
    {
      heading: "Stations",
      options: (stations ? found.stations : []).map(({ id, nom }) => ({
        key: `station-${id}`,
        label: nom,
        detail: "Gestion de la station",
        icon: IconMapPin,
        to: { to: `/tb-stations/${id}/details` },
      })),
    },
    {
      heading: "Paiements",
      options: found.paiements.map((one) => paymentOption(one, paymentPage(one))),
    },
    { heading: "Reçus et avoirs", options: found.documents.map(documentOption) },
    { heading: "Interventions", options: found.interventions.map(repairOption) },
    ...(called ? [] : [callGroup]),
  ].filter(withOptions);
}

/** The heading of the calls to which few results lead. */
export const CALLS = "Récit d'appel";
const MOST_CALLS = 4;

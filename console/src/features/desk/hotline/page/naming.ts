import { personName } from "@/entities/account/names";
import { isSpace } from "@/entities/locker/space";
import type { Payment } from "@/entities/payment/types";
import type { Call } from "../api";

type Placed = {
  casier: { nom: string; type: { id: number } };
  station: { nom: string };
};

/** « Casier B1, Quai 14 » */
export const placeOf = ({ casier, station }: Placed) =>
  `${isSpace(casier) ? "Espace" : "Casier"} ${casier.nom}, ${station.nom}`;

export const doorOf = (door: NonNullable<Call["casier"]>) =>
  placeOf({ casier: door, station: door.station });

/** What a payment is for: the place of a stay, or the name of a subscription. */
export function paidFor({ utilisations: [paid] }: Payment): string {
  if (!paid) return "Paiement";
  return "idOccupation" in paid
    ? placeOf(paid)
    : `Abonnement ${paid.libellePublic || paid.libelle}`;
}

/** When what a payment is for began. */
export function paidSince({ utilisations: [paid] }: Payment): string | undefined {
  return paid && ("idOccupation" in paid ? paid.debutOccupation : paid.debut);
}

/** Names the call: the person, the locker, or both. */
export function subjectOf({ usager, casier }: Call): string {
  const person = usager && personName(usager);
  const place = casier && doorOf(casier);
  return [person, place].filter(Boolean).join(" · ");
}

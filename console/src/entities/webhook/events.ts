import { EVENTS, type EventName, LOGGED_EVENTS } from "./eventNames";

interface EventWords {
  label: string;
  /** When it is sent. */
  hint: string;
}

const WORDS: Record<EventName, EventWords> = {
  "stay.started": {
    label: "Utilisation commencée",
    hint: "Quelqu'un occupe un casier ou une place.",
  },
  "stay.ended": {
    label: "Utilisation terminée",
    hint: "Le casier ou la place est rendu, par la personne ou par le personnel.",
  },
  "stay.overrun": {
    label: "Temps limite dépassé",
    hint: "L'utilisation passe en dépassement.",
  },
  "stay.removal_due": {
    label: "Enlèvement à faire",
    hint: "Le temps limite avant enlèvement est atteint, l'utilisation est bloquée.",
  },
  "payment.settled": {
    label: "Paiement encaissé",
    hint: "Par carte, ou marqué comme payé par le personnel.",
  },
  "payment.failed": {
    label: "Paiement non abouti",
    hint: "Une présentation a échoué.",
  },
  "refund.settled": {
    label: "Remboursement effectué",
    hint: "La somme est rendue à la personne.",
  },
  "document.issued": {
    label: "Reçu ou avoir émis",
    hint: "Le document a reçu son numéro.",
  },
  "locker.activated": {
    label: "Casier mis en service",
    hint: "Il peut de nouveau être utilisé.",
  },
  "locker.deactivated": {
    label: "Casier mis hors service",
    hint: "Aucune utilisation ne peut plus y commencer.",
  },
  "station.activated": {
    label: "Station mise en service",
    hint: "Ses casiers en service peuvent de nouveau être utilisés.",
  },
  "station.deactivated": {
    label: "Station mise hors service",
    hint: "Aucune utilisation ne peut plus commencer dans ses casiers.",
  },
  "opening.used": {
    label: "Code d'ouverture utilisé",
    hint: "Un code d'ouverture à distance a ouvert la porte.",
  },
  "controller.silent": {
    label: "Station muette",
    hint: "Son contrôleur ne répond plus.",
  },
  "controller.back": {
    label: "Station de nouveau en ligne",
    hint: "Son contrôleur répond de nouveau.",
  },
  "subscription.started": {
    label: "Abonnement souscrit",
    hint: "Sa première échéance commence.",
  },
  "subscription.renewed": {
    label: "Abonnement reconduit",
    hint: "Une nouvelle échéance commence.",
  },
  "subscription.ended": {
    label: "Fin d'abonnement",
    hint: "Il est résilié ou ne sera pas reconduit\u00a0; la date de fin est donnée.",
  },
  "subscription.resumed": {
    label: "Abonnement repris",
    hint: "Sa résiliation est annulée avant son terme.",
  },
  "offer.made": {
    label: "Place offerte",
    hint: "Une place est offerte à qui l'attend, jusqu'à la date donnée.",
  },
};

const named = (prefix: string) => EVENTS.filter((event) => event.startsWith(prefix));

interface EventGroup {
  title: string;
  events: readonly (EventWords & { name: EventName })[];
}

const group = (title: string, events: readonly EventName[]): EventGroup => ({
  title,
  events: events.map((name) => ({ name, ...WORDS[name] })),
});

/** The events that may be chosen, as they are shown together. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  group("Utilisations", named("stay.")),
  group("Paiements", [...named("payment."), ...named("refund."), ...named("document.")]),
  group("Casiers", [...named("locker."), ...named("opening.")]),
  group("Stations", named("controller.")),
  group("Abonnements", named("subscription.")),
];

const LABELS: Record<string, string> = {
  ...Object.fromEntries(EVENTS.map((name) => [name, WORDS[name].label])),
  "consigne.test": "Essai",
};

/** An event that this version of the console does not know has its name alone. */
export const eventLabel = (event: string) => LABELS[event] ?? event;

/** The choices of a filter by event. */
export const EVENT_CHOICES = LOGGED_EVENTS.map((value) => ({ value, label: eventLabel(value) }));

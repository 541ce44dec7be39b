/** The events that may be chosen, by their names on the wire and in their order on screen. */
export const EVENTS = [
  "stay.started",
  "stay.ended",
  "stay.overrun",
  "stay.removal_due",
  "payment.settled",
  "payment.failed",
  "refund.settled",
  "document.issued",
  "locker.activated",
  "locker.deactivated",
  "station.activated",
  "station.deactivated",
  "opening.used",
  "controller.silent",
  "controller.back",
  "subscription.started",
  "subscription.renewed",
  "subscription.ended",
  "subscription.resumed",
  "offer.made",
] as const;

/** Sent by « Envoyer un essai », whatever was chosen. */
const TRIAL = "consigne.test";

/** The events that a log may hold. */
export const LOGGED_EVENTS = [...EVENTS, TRIAL] as const;

export type EventName = (typeof EVENTS)[number];

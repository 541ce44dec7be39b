import type { Subject } from "./keys";

/** The pages that name a station, a locker or an account beside a stay or its payment. */
const STAYS_AND_PAYMENTS = ["stays", "payments", "payment", "debts", "account"] as const;

/**
 * What a write changes, and the subjects of the queries that show it. Every write adds a line to the audit
 * log, of which a call tells: these two are therefore not named here.
 */
export const INVALIDATES = {
  operator: [
    "operators",
    "operator",
    "attestation",
    "accounts",
    "account",
    "payments",
    "payment",
    "parked",
  ],
  contact: ["contacts"],
  serviceKey: ["serviceKeys"],
  /** The staff of an operator; the same account may be in several teams. */
  team: ["team", "accounts", "account", "colleagues"],
  /** The station or its lockers: their names, their settings, whether they exist. */
  station: [
    "stations",
    "station",
    "subscriptions",
    "waits",
    "tariffs",
    "tariff",
    "counters",
    "worklist",
    "parked",
    ...STAYS_AND_PAYMENTS,
  ],
  /** Whether a locker is in service. */
  lockerService: ["stations", "station", "counters", "worklist", "interventions", "intervention"],
  /** The door moved, or was opened with a code. */
  door: ["station", "codeDelivery"],
  /** A code of this tab opened its locker. */
  lockerOpened: ["station"],
  /** A code was made, reached its station or was used. */
  openingCode: ["codeDelivery"],
  /** A mail with the code of a door is queued. */
  codeSent: [],
  /** A door refused somebody. */
  refusal: [],
  tariff: ["tariffs", "tariff", "stations", "station", "subscriptions", "waits"],
  /** Past stays are priced again, which changes none of them. */
  repricing: ["repricings", "repricing"],
  /** A batch of refunds was agreed to, paused or resumed; each of its refunds is told as a change of its payment. */
  refundBatch: ["refundBatch", "repricings", "repricing"],
  /** A month was closed. */
  statement: ["statements", "statement", "worklist", "availability"],
  /** A contract of availability, or why something could not be used. */
  availability: ["availability"],
  /** The account numbers of the accounting journal. */
  statementAccounts: ["statementAccounts", "statement"],
  /** Of a file about a bicycle that was left too, which is told as a change of stays. */
  stay: [
    "stations",
    "station",
    "counters",
    "worklist",
    "leftBikes",
    "leftBike",
    ...STAYS_AND_PAYMENTS,
  ],
  /** A file about a bicycle that was left; its removal ends a stay. */
  leftBike: [
    "leftBikes",
    "leftBike",
    "stations",
    "station",
    "counters",
    "worklist",
    ...STAYS_AND_PAYMENTS,
  ],
  /** Of a subscription too, and of who waits for one, which are told as a change of payments. */
  payment: [
    "stations",
    "station",
    "subscriptions",
    "waits",
    "worklist",
    "parked",
    ...STAYS_AND_PAYMENTS,
  ],
  /** Who waits for a subscription, or what is offered to them. */
  waiting: ["waits", "worklist"],
  /** An intervention, which may switch its locker. */
  intervention: ["interventions", "intervention", "worklist"],
  /** A mail with the documents of a payment is queued. */
  receiptSent: [],
  /** A note of a call, which every change loads again. */
  callNote: [],
  /** A saved view of the list of payments: only its owner sees it. */
  paymentView: ["paymentViews"],
  /** The account, its roles and its name, which stays and payments show. */
  account: [
    "accounts",
    "team",
    "colleagues",
    "station",
    "subscriptions",
    "waits",
    "worklist",
    "parked",
    ...STAYS_AND_PAYMENTS,
  ],
  /** The rights of the caller, at an operator or at one more or less. */
  rights: ["ownAccount", "operators"],
  /** The e-mail of the caller, or the one that awaits confirmation. */
  ownEmail: ["ownAccount"],
  /** The webhooks of an operator, or what was sent to one of them. */
  webhook: ["webhooks", "webhook"],
  /** The second factors of the caller; with them the other sessions change. */
  ownFactors: ["ownFactors", "ownSessions"],
  /** Some sessions have ended. */
  sessions: ["ownSessions", "account"],
  /** The accounts at identity providers that open that of the caller; with one, the sessions that it opened end. */
  ownIdentities: ["ownIdentities", "ownSessions"],
  /** An identity provider; without it, or under another name, the accounts linked to it are shown otherwise. */
  provider: ["providers", "providerChoices", "ownIdentities", "account"],
  /** Who deals with a line of the worklist, or until when it is postponed. */
  line: ["worklist"],
  /** A difference from the statements of the payment provider was explained. */
  difference: ["reconciliation", "worklist"],
  /** Failed work was started again or given up. */
  parked: ["parked", "worklist", "payments", "payment", "debts"],
} as const satisfies Record<string, readonly Subject[]>;

export type Change = keyof typeof INVALIDATES;

/** Returns the subjects that a change makes stale. */
export const invalidatedBy = (change: Change): ReadonlySet<unknown> =>
  new Set<Subject>([...INVALIDATES[change], "audit", "call"]);

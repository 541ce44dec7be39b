import { ownAccountKey } from "@/session/account";
import type { Scope } from "./scope";

/**
 * The keys of all queries. The first element is the subject, by which invalidation.ts names what a write makes
 * stale; the id of a record is second, so that everything about one record can be forgotten together.
 */
export const keys = {
  ownAccount: ownAccountKey,

  ownFactors: () => ["ownFactors"] as const,
  ownIdentities: () => ["ownIdentities"] as const,
  ownSessions: () => ["ownSessions"] as const,

  providerChoices: () => ["providerChoices"] as const,
  providers: () => ["providers"] as const,

  accessibilityContacts: () => ["accessibilityContacts"] as const,

  operators: () => ["operators"] as const,
  operator: (id: number) => ["operator", id] as const,
  operatorSettings: (id: number) => ["operator", id, "settings"] as const,
  contacts: (operatorId: number) => ["contacts", operatorId] as const,
  team: (operatorId: number, role: string) => ["team", operatorId, role] as const,
  attestation: (operatorId: number) => ["attestation", operatorId] as const,
  reconciliation: (operatorId: number, query: object) =>
    ["reconciliation", operatorId, query] as const,
  serviceKeys: (operatorId: number) => ["serviceKeys", operatorId] as const,
  webhooks: (operatorId: number) => ["webhooks", operatorId] as const,
  webhook: (id: number) => ["webhook", id] as const,
  deliveries: (webhookId: number, query: object) =>
    ["webhook", webhookId, "deliveries", query] as const,
  delivery: (webhookId: number, id: number) => ["webhook", webhookId, "delivery", id] as const,

  stations: (operatorId: number) => ["stations", operatorId] as const,
  station: (id: number) => ["station", id] as const,
  stationTariffs: (id: number) => ["station", id, "tariffs"] as const,
  tariffWeek: (stationId: number, query: object) =>
    ["station", stationId, "tariffWeek", query] as const,
  lockers: (stationId: number) => ["station", stationId, "lockers"] as const,
  locker: (id: number) => ["station", "locker", id] as const,
  codeDelivery: (path: string, lockerId: number, deadline: number | undefined) =>
    ["codeDelivery", path, lockerId, deadline] as const,

  tariffs: (operatorId: number) => ["tariffs", operatorId] as const,
  tariff: (id: number) => ["tariff", id] as const,
  periods: (tariffId: number) => ["tariff", tariffId, "periods"] as const,
  beneficiaries: (tariffId: number) => ["tariff", tariffId, "beneficiaries"] as const,
  tariffStations: (tariffId: number) => ["tariff", tariffId, "stations"] as const,
  lockerChoices: (tariffId: number, stationId: number) =>
    ["tariff", tariffId, "stations", stationId] as const,
  comparison: (tariffId: number, draft: object | undefined) =>
    ["tariff", tariffId, "comparison", draft] as const,
  repricings: (tariffId: number) => ["repricings", tariffId] as const,
  repricing: (id: number) => ["repricing", id] as const,
  refundBatch: (id: number) => ["refundBatch", id] as const,
  refundBatchLines: (id: number, state: string | undefined) =>
    ["refundBatch", id, "lines", state] as const,
  simulation: (subject: object, stay: object) => ["tariff", "simulation", subject, stay] as const,

  stays: (query: object) => ["stays", query] as const,
  staySums: (query: object) => ["stays", "sums", query] as const,
  subscriptions: (operatorId: number, query: object) =>
    ["subscriptions", operatorId, query] as const,
  subscription: (id: number) => ["subscriptions", "one", id] as const,
  freeLockers: (subscriptionId: number) =>
    ["subscriptions", "freeLockers", subscriptionId] as const,
  waits: (operatorId: number, query: object) => ["waits", operatorId, query] as const,
  leftBikes: (operatorId: number, query: object) => ["leftBikes", operatorId, query] as const,
  leftBike: (id: number) => ["leftBike", id] as const,
  leftBikePhoto: (id: number, photo: number) => ["leftBike", id, photo] as const,
  interventions: (operatorId: number, query: object) =>
    ["interventions", operatorId, query] as const,
  intervention: (id: number) => ["intervention", id] as const,
  interventionPhoto: (id: number, photo: number) => ["intervention", id, photo] as const,
  payments: (scope: Scope, query: object) => ["payments", scope, query] as const,
  paymentSums: (scope: Scope, query: object) => ["payments", scope, "sums", query] as const,
  paymentViews: (scope: Scope) => ["paymentViews", scope] as const,
  payment: (id: number) => ["payment", id] as const,
  endPrice: (stayId: number, end: string | undefined) => ["stays", stayId, "end", end] as const,
  refundEstimate: (id: number, cause: string, end: string | undefined) =>
    ["payment", id, "estimate", cause, end] as const,

  accounts: (query: object) => ["accounts", query] as const,
  account: (id: number) => ["account", id] as const,
  accountDetails: (id: number, scope: Scope) => ["account", id, scope] as const,
  accountIdentities: (id: number, scope: Scope) => ["account", id, scope, "identities"] as const,
  accountOperators: (id: number) => ["account", id, "operators"] as const,
  accountSessions: (id: number, scope: Scope) => ["account", id, scope, "sessions"] as const,
  accountStays: (id: number, scope: Scope, page: number) =>
    ["account", id, scope, "stays", page] as const,
  accountSubscriptions: (id: number, scope: Scope, page: number) =>
    ["account", id, scope, "subscriptions", page] as const,

  audit: (query: object) => ["audit", query] as const,
  securityEvents: (query: object) => ["security", query] as const,
  securityDay: () => ["security", "day"] as const,
  debts: (operatorId: number, query: object) => ["debts", operatorId, query] as const,
  debtPayments: (operatorId: number, accountId: number, page: number) =>
    ["debts", operatorId, "payments", accountId, page] as const,
  availability: (operatorId: number, month: string) => ["availability", operatorId, month] as const,
  availabilityOf: (operatorId: number, month: string, stationId: number) =>
    ["availability", operatorId, month, "lockers", stationId] as const,
  spans: (operatorId: number, month: string, stationId: number) =>
    ["availability", operatorId, month, "spans", stationId] as const,
  contracts: (operatorId: number) => ["availability", operatorId, "contracts"] as const,
  statements: (operatorId: number) => ["statements", operatorId] as const,
  statement: (operatorId: number, month: string) => ["statement", operatorId, month] as const,
  statementLines: (operatorId: number, month: string, query: object) =>
    ["statement", operatorId, month, "lines", query] as const,
  statementAccounts: (operatorId: number) => ["statementAccounts", operatorId] as const,
  counters: (operatorId: number) => ["counters", operatorId] as const,
  worklist: (operatorId: number, view: object = {}) => ["worklist", operatorId, view] as const,
  colleagues: (operatorId: number) => ["colleagues", operatorId] as const,
  today: (operatorId: number) => ["counters", operatorId, "today"] as const,
  parked: () => ["parked"] as const,

  call: (operatorId: number, about: object) => ["call", operatorId, about] as const,
  callSearch: (operatorId: number, typed: string) => ["call", operatorId, "search", typed] as const,

  statistics: (scope: Scope) => ["statistics", scope ?? null] as const,
  map: () => ["map"] as const,
  addresses: (typed: string) => ["addresses", typed] as const,
};

export type Subject = ReturnType<(typeof keys)[keyof typeof keys]>[0];

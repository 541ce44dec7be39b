import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { type Change, INVALIDATES, invalidatedBy } from "../invalidation";
import type { LiveChange } from "./follow";

/** The change that a write of the same kind names. */
const CHANGES: Record<LiveChange["sujet"], Change> = {
  exploitant: "operator",
  referent: "contact",
  cle: "serviceKey",
  compte: "account",
  station: "station",
  service: "lockerService",
  porte: "door",
  code: "openingCode",
  refus: "refusal",
  tarif: "tariff",
  utilisation: "stay",
  paiement: "payment",
  tache: "parked",
  notification: "webhook",
  intervention: "intervention",
  droits: "rights",
};

/** The subjects whose keys hold in second place the operator, the station, or the object of a change of that kind. */
const OF_OPERATOR = [
  "attestation",
  "stations",
  "tariffs",
  "counters",
  "worklist",
  "payments",
  "debts",
  "subscriptions",
  "waits",
  "leftBikes",
  "interventions",
  "audit",
  "call",
  "team",
  "contacts",
  "serviceKeys",
  "webhooks",
];
const OF_OBJECT: Partial<Record<LiveChange["sujet"], string>> = {
  exploitant: "operator",
  compte: "account",
  tarif: "tariff",
  paiement: "payment",
  notification: "webhook",
  intervention: "intervention",
};

/** Reports whether a query may show what changed; null: anything may have changed. */
export function concerns(change: LiveChange | null, queryKey: QueryKey): boolean {
  const [subject, second, third] = queryKey;
  if (change === null) return ANYTHING.has(subject);
  const { sujet, exploitant, station, id } = change;
  if (!invalidatedBy(CHANGES[sujet]).has(subject)) return false;
  const isOther = (shown: unknown, changed: number | undefined) =>
    typeof shown === "number" && changed !== undefined && shown !== changed;
  if (subject === "station") return !isOther(second, station);
  if (subject === "codeDelivery") return !isOther(third, id);
  if (OF_OPERATOR.includes(String(subject))) return !isOther(second, exploitant);
  return OF_OBJECT[sujet] !== subject || !isOther(second, id);
}

const ANYTHING: ReadonlySet<unknown> = new Set([
  ...Object.values(INVALIDATES).flat(),
  "audit",
  "call",
]);

/** What changes within this time is loaded together, in milliseconds. */
const GATHER = 150;
/** The shortest time between two rounds, however much changes. */
const ROUND = 1_000;

/**
 * Loads again what is on screen and shows what changed. A hidden tab only notes it, and loads when it is looked at; so
 * does a form, which nothing may change under the hands of whoever fills it in.
 */
export class Refresher {
  private readonly began = new WeakMap<Query, number>();
  private readonly unsubscribe: () => void;
  private waiting: { change: LiveChange | null; at: number }[] = [];
  private timer: number | undefined;
  private lastRound = Number.NEGATIVE_INFINITY;

  constructor(private readonly queryClient: QueryClient) {
    this.unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "fetch")
        this.began.set(event.query, performance.now());
    });
  }

  add(changes: readonly (LiveChange | null)[]): void {
    const at = performance.now();
    for (const change of changes) this.waiting.push({ change, at });
    if (changes.length === 0) return;
    this.timer ??= window.setTimeout(
      () => this.round(),
      Math.max(GATHER, this.lastRound + ROUND - at),
    );
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.unsubscribe();
  }

  private round(): void {
    const waiting = this.waiting;
    this.waiting = [];
    this.timer = undefined;
    this.lastRound = performance.now();
    for (const query of this.queryClient.getQueryCache().getAll()) {
      const changedAt = waiting.findLast(({ change }) => concerns(change, query.queryKey))?.at;
      // What was asked for after the change shows it: after a write of this tab, for example.
      if (changedAt === undefined || (this.began.get(query) ?? 0) >= changedAt) continue;
      void this.reload(query);
    }
  }

  private async reload(query: Query): Promise<void> {
    // Not cut short: a write that waits for this answer would end before the page shows it.
    if (query.state.fetchStatus === "fetching") await query.promise?.catch(() => undefined);
    if (query.queryKey[0] === "ownAccount") {
      // The pages that show rights only read this query.
      if (query.observers.length > 0) await query.fetch().catch(() => undefined);
      return;
    }
    await this.queryClient.invalidateQueries({
      queryKey: query.queryKey,
      exact: true,
      refetchType: document.hidden || isNotRefetched(query) ? "none" : "active",
    });
  }
}

/** Reports whether a form shows the query, see NO_REFETCH. */
const isNotRefetched = (query: Query) =>
  query.observers.some(({ options }) => options.refetchOnWindowFocus === false);

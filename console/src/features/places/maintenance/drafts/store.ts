import { useEffect, useState } from "react";
import type { Opened, Report } from "@/entities/intervention/report/useSendReport";
import type { ToldOutage } from "@/entities/locker/outage";

/** What a technician typed about a locker and could not send: it waits in this browser until a person decides. */
export type Draft = Kept & (KeptOutage | KeptReport);

interface Kept {
  /** The key of its write too, so that one that was cut is not made twice. */
  id: string;
  /** Who typed it, and alone sees it. */
  accountId: number;
  lockerId: number;
  /** « Casier A2, Gare centrale ». */
  place: string;
  /** When it was typed, in milliseconds. */
  at: number;
}

/** The locker goes out of service. */
export interface KeptOutage {
  kind: "outage";
  /** The version of the locker that was on screen. */
  version: number;
  told: ToldOutage;
}

/** A breakdown is reported. */
export interface KeptReport {
  kind: "report";
  report: Report;
  /** The intervention that it opened, while photos are still to be sent. */
  opened?: Opened | undefined;
}

const DATABASE = "consigne";
const STORE = "drafts";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result
        .createObjectStore(STORE, { keyPath: "id" })
        .createIndex("accountId", "accountId");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs one act in a transaction of its own, and returns its result once it is on the disk. */
async function within<T>(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const listeners = new Set<() => void>();

const told = () => {
  for (const listener of listeners) listener();
};

/** Keeps a draft. It fails where the browser keeps nothing, as in a private window that is full. */
export async function keepDraft(draft: Draft): Promise<void> {
  await within("readwrite", (drafts) => drafts.put(draft));
  void navigator.storage?.persist?.(); // so that the browser does not make room with it
  told();
}

export async function forgetDraft(id: string): Promise<void> {
  await within("readwrite", (drafts) => drafts.delete(id));
  told();
}

const draftsOf = async (accountId: number): Promise<Draft[]> =>
  (await within<Draft[]>("readonly", (drafts) => drafts.index("accountId").getAll(accountId))).sort(
    (a, b) => a.at - b.at,
  );

/** The drafts of an account in this browser, oldest first; none where it keeps nothing. */
export function useDrafts(accountId: number | undefined): readonly Draft[] {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    if (accountId === undefined) return setDrafts([]);
    let over = false;
    const show = (list: readonly Draft[]) => {
      if (!over) setDrafts(list);
    };
    const load = () => void draftsOf(accountId).then(show, () => show([]));
    load();
    listeners.add(load);
    return () => {
      over = true;
      listeners.delete(load);
    };
  }, [accountId]);
  return drafts;
}

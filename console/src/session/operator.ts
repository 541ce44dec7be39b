import { useSyncExternalStore } from "react";

/** The operator that the whole console currently works for. */
export interface ChosenOperator {
  id: number;
  nom: string;
}

const ID = "exploitantId";
const NAME = "exploitantNom";

// Kept in memory: a choice made in another tab must not change the operator of this one.
let chosen = readStored();
const listeners = new Set<() => void>();

function readStored(): ChosenOperator | null {
  const id = Number(localStorage.getItem(ID));
  return Number.isInteger(id) && id > 0 ? { id, nom: localStorage.getItem(NAME) ?? "" } : null;
}

export function chosenOperator(): ChosenOperator | null {
  return chosen;
}

export function chooseOperator(operator: ChosenOperator | null): void {
  chosen = operator && { id: operator.id, nom: operator.nom };
  if (chosen) {
    localStorage.setItem(ID, String(chosen.id));
    localStorage.setItem(NAME, chosen.nom);
  } else {
    localStorage.removeItem(ID);
    localStorage.removeItem(NAME);
  }
  for (const listener of listeners) listener();
}

export function useOperator(): ChosenOperator | null {
  return useSyncExternalStore(subscribe, chosenOperator);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

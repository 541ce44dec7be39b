import { useSyncExternalStore } from "react";

/** What waits for a proof of who the person is; undefined while none is asked for. */
let asked: { answer: Promise<boolean>; end: (proven: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function change(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the person to prove again who they are; resolves to whether they did. Calls that wait at once share one proof. */
export function askStepUp(): Promise<boolean> {
  if (!asked) {
    let end: (proven: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      end = resolve;
    });
    change({ answer, end });
    return answer;
  }
  return asked.answer;
}

/** Lets the calls go on that wait for the proof, or gives them up. */
export function endStepUp(proven: boolean): void {
  const ended = asked;
  change(undefined);
  ended?.end(proven);
}

export const useStepUpAsked = (): boolean =>
  useSyncExternalStore(subscribe, () => asked !== undefined);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

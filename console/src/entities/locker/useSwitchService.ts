import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { useSwitchLocker } from "./api";

interface SwitchedLocker {
  id: number;
  name: string;
  active: boolean;
  /** The version on screen. */
  version?: number | undefined;
  word: "casier" | "espace";
}

/** Returns what puts a locker in or out of service, after a confirmation. */
export function useSwitchService({ id, name, active, version, word }: SwitchedLocker) {
  const { mutateAsync: switchLocker } = useSwitchLocker();
  const state = active ? "désactivé" : "activé";
  return useConfirmedWrite({
    question: { kind: "edit", article: word === "casier" ? "le casier" : "l'espace", item: name },
    write: () => switchLocker({ id, version }),
    done: `${word === "casier" ? "Le casier" : "L'espace"} ${name} est ${state}.`,
  });
}

import { useRef } from "react";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { useSwitchLocker } from "./api";
import { NOTHING_TOLD, type ToldOutage, wireOutage } from "./outage";

// With its calendar, which no page needs before the question.
const OutageQuestion = lazyPart(async () => (await import("./OutageQuestion")).OutageQuestion);

interface SwitchedLocker {
  id: number;
  name: string;
  active: boolean;
  /** The version on screen. */
  version?: number | undefined;
  word: "casier" | "espace";
  /** Called once it is back in service. */
  onReturn?: () => unknown;
}

/** Returns what puts a locker in or out of service, after a question which also asks why and until when. */
export function useSwitchService({ id, name, active, version, word, onReturn }: SwitchedLocker) {
  const { mutateAsync: switchLocker } = useSwitchLocker();
  const told = useRef<ToldOutage>(NOTHING_TOLD);
  const the = word === "casier" ? "le casier" : "l'espace";
  return useConfirmedWrite({
    question: async () => {
      told.current = NOTHING_TOLD;
      return active
        ? {
            title: "Modification",
            question: `Voulez-vous vraiment modifier ${the} ${name}\u00a0?`,
            content: <OutageQuestion told={told} />,
            size: "md",
          }
        : { kind: "edit", article: the, item: name };
    },
    write: () => switchLocker({ id, version, body: active ? wireOutage(told.current) : undefined }),
    // Back in service with its old cause is another question: that one is not taken back.
    undo: active ? (out) => () => switchLocker({ id, version: out.version }) : undefined,
    done: `${word === "casier" ? "Le casier" : "L'espace"} ${name} est ${active ? "hors service" : "de nouveau en service"}.`,
    after: () => (active ? undefined : onReturn?.()),
  });
}

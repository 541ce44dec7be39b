import { useRef } from "react";
import { useAskWhetherRepaired } from "@/entities/intervention/closing/useAskWhetherRepaired";
import { NOTHING_TOLD, type ToldOutage, wireOutage } from "@/entities/locker/outage";
import type { Station } from "@/entities/station/api";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { ToggleSwitch } from "@/ui/form/ToggleSwitch";
import { useSwitchStation } from "./api";

// With its calendar, which the page does not need before the question.
const OutageQuestion = lazyPart(
  async () => (await import("@/entities/locker/OutageQuestion")).OutageQuestion,
);

/** Puts a station in or out of service, after a question which also asks why and until when. */
export function StationSwitch({ station: { id, nom, actif, version } }: { station: Station }) {
  const { mutateAsync: switchStation } = useSwitchStation();
  const askWhetherRepaired = useAskWhetherRepaired();
  const told = useRef<ToldOutage>(NOTHING_TOLD);
  const ask = useConfirmedWrite({
    question: async () => {
      told.current = NOTHING_TOLD;
      return actif
        ? {
            title: "Modification",
            question: `Voulez-vous vraiment mettre la station ${nom} hors service, avec tous ses casiers\u00a0?`,
            content: <OutageQuestion told={told} />,
            size: "md",
          }
        : { kind: "edit", article: "la station", item: nom };
    },
    write: () => switchStation({ id, version, body: actif ? wireOutage(told.current) : undefined }),
    undo: actif ? (out) => () => switchStation({ id, version: out.version }) : undefined,
    done: `La station ${nom} est ${actif ? "hors service" : "de nouveau en service"}.`,
    after: () => (actif ? undefined : askWhetherRepaired({ stationId: id })),
  });
  return <ToggleSwitch label={`Activer la station ${nom}`} checked={actif} onToggle={ask} />;
}

import { Figure } from "../parts/Figure";
import { HeatTable } from "../parts/HeatTable";
import type { Figures } from "../types";

export function Hours({ figures: { heures, periode } }: { figures: Figures }) {
  const counts = new Map(
    heures.map(({ jour, heure, utilisations }) => [(jour - 1) * 24 + heure, utilisations]),
  );
  const title = "Heures de la semaine";
  return (
    <Figure
      title={title}
      hint="Utilisations selon le jour et l'heure où elles commencent, sur toute la période."
      csv="heures"
      range={periode}
      empty={
        heures.every(({ utilisations }) => utilisations === 0) &&
        "Aucune utilisation sur cette période."
      }
    >
      <HeatTable
        caption="Utilisations par jour et heure de la semaine"
        value={(day, hour) => counts.get(day * 24 + hour) ?? 0}
        unit={["utilisation", "utilisations"]}
      />
    </Figure>
  );
}

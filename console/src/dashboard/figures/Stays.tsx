import { formatCount } from "@/format";
import { PACE_WORDS, pointWords } from "../days";
import { COUNTS } from "../parts/axes";
import { PointsFigure } from "../parts/PointsFigure";
import type { Figures, Point } from "../types";

const countStays = (count: number | null) =>
  `${formatCount(count ?? 0)} utilisation${(count ?? 0) > 1 ? "s" : ""}`;

export function Stays({ figures }: { figures: Figures }) {
  const { serie, pas, resume } = figures;
  const busiest = serie.reduce<Point | undefined>(
    (most, point) => (most && most.utilisations >= point.utilisations ? most : point),
    undefined,
  );
  const { valeur, precedente } = resume.utilisations;
  const peak = busiest
    ? `\u00a0; au plus ${formatCount(busiest.utilisations)}, ${pointWords(busiest, pas)}`
    : "";
  return (
    <PointsFigure
      figures={figures}
      csv="utilisations"
      title="Utilisations"
      hint={`Utilisations commencées ${PACE_WORDS[pas]}, hors utilisations de test.`}
      empty="Aucune utilisation sur cette période ni sur la précédente."
      summary={`${countStays(valeur)}, ${countStays(precedente)} à la période précédente${peak}`}
      series={[
        { name: "utilisations", label: "Cette période", color: "var(--hue-1)", type: "area" },
        {
          name: "utilisationsPrecedentes",
          label: "Période précédente",
          color: "var(--before)",
          type: "line",
          dashed: true,
        },
      ]}
      format={formatCount}
      axis={COUNTS}
      height={260}
    />
  );
}

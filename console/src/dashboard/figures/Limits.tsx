import { formatCount } from "@/format";
import { COUNTS } from "../parts/axes";
import { type PointSeries, PointsFigure } from "../parts/PointsFigure";
import type { Figures } from "../types";

const SERIES: PointSeries[] = [
  { name: "depassements", label: "Dépassements", color: "var(--hue-4)", type: "bar" },
  { name: "enlevements", label: "Enlèvements", color: "var(--hue-3)", type: "bar" },
];

export function Limits({ figures }: { figures: Figures }) {
  const { depassements, enlevements } = figures.resume;
  return (
    <PointsFigure
      figures={figures}
      csv="limites"
      title="Dépassements et enlèvements"
      hint="Durée permise dépassée, dont vélos enlevés."
      empty="Aucun dépassement ni enlèvement sur cette période."
      summary={`${formatCount(depassements.valeur ?? 0)} dépassements, ${formatCount(enlevements.valeur ?? 0)} enlèvements`}
      series={SERIES}
      format={formatCount}
      axis={COUNTS}
    />
  );
}

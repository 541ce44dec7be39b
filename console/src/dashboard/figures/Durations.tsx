import { formatAverage, orNone } from "../format";
import { DURATIONS } from "../parts/axes";
import { type PointSeries, PointsFigure } from "../parts/PointsFigure";
import type { Figures } from "../types";

const SERIES: PointSeries[] = [
  { name: "dureeMoyenne", label: "Moyenne", color: "var(--hue-1)", type: "line" },
  { name: "dureeMediane", label: "Médiane", color: "var(--hue-2)", type: "line" },
];

export function Durations({ figures }: { figures: Figures }) {
  const { dureeMoyenne, dureeMediane } = figures.resume;
  const words = (minutes: number | null) => orNone(minutes, formatAverage);
  return (
    <PointsFigure
      figures={figures}
      csv="durees"
      title="Durée des utilisations"
      hint={"Médiane\u00a0: la moitié dure moins longtemps."}
      empty="Aucune utilisation terminée sur cette période."
      summary={`${words(dureeMoyenne.valeur)} en moyenne, ${words(dureeMediane.valeur)} pour la médiane`}
      series={SERIES}
      format={formatAverage}
      axis={DURATIONS}
    />
  );
}

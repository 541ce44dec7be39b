import { formatEuros } from "@/format";
import { AMOUNTS } from "../parts/axes";
import { type PointSeries, PointsFigure } from "../parts/PointsFigure";
import type { Figures } from "../types";

const SERIES: PointSeries[] = [
  { name: "encaisse", label: "Encaissé", color: "var(--hue-1)", type: "bar" },
  { name: "rembourse", label: "Remboursé", color: "var(--hue-4)", type: "bar" },
];

export function Money({ figures }: { figures: Figures }) {
  const { encaisse, rembourse } = figures.resume;
  return (
    <PointsFigure
      figures={figures}
      csv="recettes"
      title="Encaissements et remboursements"
      hint="Chaque somme compte le jour où elle a été encaissée ou remboursée."
      empty="Aucune somme encaissée ni remboursée sur cette période."
      summary={`${formatEuros(encaisse.valeur)} encaissés, ${formatEuros(rembourse.valeur)} remboursés`}
      series={SERIES}
      format={formatEuros}
      axis={AMOUNTS}
    />
  );
}

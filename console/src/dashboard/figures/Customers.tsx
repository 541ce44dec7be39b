import { formatCount } from "@/format";
import { COUNTS } from "../parts/axes";
import { type PointSeries, PointsFigure } from "../parts/PointsFigure";
import type { Figures } from "../types";

const SERIES: PointSeries[] = [
  { name: "usagersRevenus", label: "Revenus", color: "var(--hue-1)", type: "bar" },
  { name: "usagersNouveaux", label: "Nouveaux", color: "var(--hue-2)", type: "bar" },
];

export function Customers({ figures }: { figures: Figures }) {
  const { usagersNouveaux, usagersRevenus } = figures.resume;
  return (
    <PointsFigure
      figures={figures}
      csv="usagers"
      title="Usagers nouveaux et revenus"
      hint="Venus pour la première fois, ou déjà venus."
      empty="Aucun usager sur cette période."
      summary={`${formatCount(usagersNouveaux.valeur ?? 0)} nouveaux, ${formatCount(usagersRevenus.valeur ?? 0)} revenus`}
      series={SERIES}
      format={formatCount}
      axis={COUNTS}
      stacked
    />
  );
}

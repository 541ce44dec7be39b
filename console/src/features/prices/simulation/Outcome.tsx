import { IconClockX } from "@tabler/icons-react";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatDuration, formatEuros, formatShort } from "@/format";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { Facts } from "@/ui/layout/Facts";
import type { Simulation } from "./api";
import { DateTime } from "./DateTime";
import { Landmarks } from "./Landmarks";
import classes from "./simulation.module.css";
import { Timeline } from "./Timeline";

// The chart library is large: it loads after the price is shown.
const PriceChart = lazyPart(async () => (await import("./PriceChart")).PriceChart, {
  // Its place is hidden from screen readers: only a message can say why it stays empty.
  onMissing: () => undefined,
});

/** The price of the stay with its explanation and timeline, and the prices of longer stays. */
export function Outcome({ simulation }: { simulation: Simulation }) {
  const { prixActuel, dureeStationnementTotal, dateDebutStationnement, dateCalcul } = simulation;
  return (
    <div className={classes.outcome}>
      <section className={classes.part} aria-labelledby="simulation-prix">
        {simulation.horsPlage && (
          <p className={classes.outside} role="note">
            <IconClockX size={18} stroke={1.75} aria-hidden />
            Une occupation qui commence alors n'entre dans aucune des plages horaires de ce
            tarif&nbsp;: il ne s'y appliquerait pas.
          </p>
        )}
        <div className={classes.price}>
          <div role="status">
            <h3 id="simulation-prix" className={classes.priceLabel}>
              Prix de l'occupation
            </h3>
            <p className={classes.total}>{formatEuros(prixActuel)}</p>
            <p className={classes.when}>
              {formatDuration(dureeStationnementTotal)}, du{" "}
              <DateTime date={dateDebutStationnement} /> au <DateTime date={dateCalcul} />
            </p>
          </div>
          <PriceLines lines={simulation.lignes} totalLabel="Total" total={prixActuel} />
        </div>
      </section>
      <section className={classes.part} aria-labelledby="simulation-deroulement">
        <h3 id="simulation-deroulement" className={classes.heading}>
          Déroulement
        </h3>
        <Timeline simulation={simulation} />
      </section>
      <section className={classes.part} aria-labelledby="simulation-courbe">
        <h3 id="simulation-courbe" className={classes.heading}>
          Prix selon la durée
        </h3>
        <p className={classes.legend} aria-hidden="true">
          Cette occupation&nbsp;: {formatDuration(dureeStationnementTotal)},{" "}
          {formatEuros(prixActuel)}
        </p>
        <div className={classes.chart} aria-hidden="true">
          <PriceChart simulation={simulation} />
        </div>
        <Landmarks simulation={simulation} />
      </section>
      <section className={classes.part} aria-labelledby="simulation-detail">
        <h3 id="simulation-detail" className={classes.heading}>
          Détail du calcul
        </h3>
        <Facts items={factsOf(simulation)} />
      </section>
    </div>
  );
}

const dateOr = (date: string | null, none: string) => (date ? formatShort(date) : none);

const factsOf = (simulation: Simulation) => [
  { label: "Prix avant dépassement", value: formatEuros(simulation.prixAvantDepassement) },
  { label: "Prix du dépassement", value: formatEuros(simulation.prixDepassement) },
  { label: "Prix de l'enlèvement", value: formatEuros(simulation.prixEnlevement) },
  { label: "Durée totale", value: formatDuration(simulation.dureeStationnementTotal) },
  { label: "Durée normale", value: formatDuration(simulation.dureeStationnementNormal) },
  {
    label: "Durée de dépassement",
    value: formatDuration(simulation.dureeStationnementDepassement),
  },
  { label: "Début du dépassement", value: dateOr(simulation.dateDebutDepassement, "Sans limite") },
  { label: "Enlèvement", value: dateOr(simulation.dateEnlevement, "Sans limite") },
  { label: "Prix calculé au", value: formatShort(simulation.dateCalcul) },
];

import { type PropsWithChildren, useId } from "react";
import { kindOf, periodInWords, termsInWords } from "@/entities/tariff/words";
import { formatCount } from "@/format";
import { Facts } from "@/ui/layout/Facts";
import type { TariffWithLists } from "../api";
import { Beneficiaries } from "./Beneficiaries";
import classes from "./list.module.css";
import { TariffActions } from "./TariffActions";

/** The details of an open row: price, periods, beneficiaries and lockers. */
export function TariffDetails({ tariff }: { tariff: TariffWithLists }) {
  const { periodes, beneficiaires, stations } = tariff;
  return (
    <div className={classes.details}>
      <Part title="Informations générales" wide>
        <Facts
          items={[{ label: "Type de tarif", value: kindOf(tariff) }, ...termsInWords(tariff)]}
        />
      </Part>
      <Part title="Plages horaires" count={periodes.length}>
        {periodes.length > 0 ? (
          <ul className={classes.list}>
            {periodes.map((period) => (
              <li key={period.id}>
                <strong>{period.libelle}</strong>
                <span className={classes.about}>{periodInWords(period)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes.none}>S'applique tous les jours, à toute heure.</p>
        )}
      </Part>
      <Part title="Usagers autorisés" count={beneficiaires.length}>
        {beneficiaires.length > 0 ? (
          <Beneficiaries list={beneficiaires} />
        ) : (
          <p className={classes.none}>Ouverte à tous les usagers.</p>
        )}
      </Part>
      <Part title="Stations" count={stations.length}>
        {stations.length > 0 ? (
          <ul className={classes.list}>
            {stations.map((station) => (
              <li key={station.id} className={classes.station}>
                <span>{station.nom}</span>
                <span className={classes.count}>{lockersOf(station)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={classes.none}>Ne s'applique encore à aucune station.</p>
        )}
      </Part>
      <TariffActions tariff={tariff} />
    </div>
  );
}

/** The number with its word: « 12 casiers », « 1 espace ». */
function lockersOf({ stationType, casiers }: TariffWithLists["stations"][number]): string {
  const word = stationType === "indiv" ? "casier" : "espace";
  return `${formatCount(casiers.length)}\u00a0${word}${casiers.length > 1 ? "s" : ""}`;
}

type PartProps = PropsWithChildren<{ title: string; count?: number; wide?: boolean }>;

function Part({ title, count = 0, wide, children }: PartProps) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id} data-wide={wide || undefined}>
      <h2 id={id} className={classes.title}>
        {title}
        {count > 0 && <span className={classes.count}> ({formatCount(count)})</span>}
      </h2>
      {children}
    </section>
  );
}

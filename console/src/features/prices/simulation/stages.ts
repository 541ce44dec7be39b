import type { Simulation } from "./api";

/** A part of the stay with its own kind of price. */
export interface Stage {
  kind: "normal" | "overrun" | "removal";
  minutes: number;
  price: number;
  since: string;
}

/** Returns the parts that the stay has gone through, in order. */
export function stagesOf(simulation: Simulation): Stage[] {
  const { dureeStationnementNormal: normal, dureeStationnementDepassement: overrun } = simulation;
  const { dateDebutDepassement, dateEnlevement, dateDebutStationnement } = simulation;
  const stages: Stage[] = [
    {
      kind: "normal",
      minutes: normal,
      price: simulation.prixAvantDepassement,
      since: dateDebutStationnement,
    },
  ];
  if (dateDebutDepassement && overrun > 0) {
    const price = simulation.prixDepassement;
    stages.push({ kind: "overrun", minutes: overrun, price, since: dateDebutDepassement });
  }
  if (dateEnlevement && hasBegun(dateEnlevement, simulation)) {
    const minutes = simulation.dureeStationnementTotal - normal - overrun;
    const price = simulation.prixEnlevement;
    stages.push({ kind: "removal", minutes, price, since: dateEnlevement });
  }
  return stages;
}

/** Returns the parts that would come next if the stay went on. */
export function nextStages(simulation: Simulation): Pick<Stage, "kind" | "since">[] {
  const { dateDebutDepassement, dateEnlevement, dureeStationnementDepassement } = simulation;
  const next: Pick<Stage, "kind" | "since">[] = [];
  const removed = dateEnlevement !== null && hasBegun(dateEnlevement, simulation);
  if (dateDebutDepassement && dureeStationnementDepassement === 0 && !removed) {
    next.push({ kind: "overrun", since: dateDebutDepassement });
  }
  if (dateEnlevement && !removed) next.push({ kind: "removal", since: dateEnlevement });
  return next;
}

const hasBegun = (date: string, { dateCalcul }: Simulation) =>
  Date.parse(date) <= Date.parse(dateCalcul);

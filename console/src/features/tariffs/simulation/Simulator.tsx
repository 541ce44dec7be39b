import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { type SimulatedStay, type Subject, simulationQuery } from "@/data/simulation";
import { QueryError } from "@/kit/QueryState";
import { CardSkeleton } from "@/ui/Skeletons";
import { Outcome } from "./Outcome";
import { StayForm } from "./StayForm";
import classes from "./simulation.module.css";
import { initialStay, stayInput } from "./staySchema";

const REFUSED = 422;

/** The form of an imagined stay and its price; a first simulation runs at once. */
export function Simulator({ subject }: { subject: Subject }) {
  const [initial] = useState(initialStay);
  const [input, setInput] = useState(() => stayInput(initial));
  const simulation = useQuery(simulationQuery(subject, input));
  const { data, error, isFetching } = simulation;
  // A refusal is shown at its field; the last outcome, which shows its own dates, stays.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const refused = error !== null && asApiError(error).status === REFUSED;

  const ask = (next: SimulatedStay) => {
    const again =
      next.dateDebutSimulation === input.dateDebutSimulation &&
      next.dateFinSimulation === input.dateFinSimulation;
    if (again) void simulation.refetch();
    else setInput(next);
  };

  return (
    <>
      {"draft" in subject && (
        <p className={classes.draft}>
          D'après les valeurs saisies, qui ne sont pas encore enregistrées.
        </p>
      )}
      <StayForm
        values={initial}
        outcome={last}
        busy={isFetching}
        refusal={refused ? error : null}
        onSimulate={(values) => ask(stayInput(values))}
      />
      {error && !refused ? (
        <QueryError query={simulation} />
      ) : last ? (
        <Outcome simulation={last} stale={isFetching} />
      ) : (
        !refused && <CardSkeleton lines={6} />
      )}
    </>
  );
}

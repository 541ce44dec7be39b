import { Box, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { QueryError } from "@/kit/lists/QueryState";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { type SimulatedStay, type Subject, simulationQuery } from "./api";
import { Outcome } from "./Outcome";
import { StayForm } from "./StayForm";
import { initialStay, stayInput } from "./staySchema";

const REFUSED = 422;

/** The form of an imagined stay and its price; a first simulation runs at once. */
export function Simulator({ subject }: { subject: Subject }) {
  const [initial] = useState(initialStay);
  const [input, setInput] = useState(() => stayInput(initial));
  const simulation = useQuery(simulationQuery(subject, input));
  const { data, error, isFetching } = simulation;
  const [changed, setChanged] = useState(false);
  // The removal limit of the tariff is known from any answer; a price only from that to the present stay.
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
    <Stack gap="lg">
      {"draft" in subject && (
        <Text c="dimmed">D'après les valeurs saisies, qui ne sont pas encore enregistrées.</Text>
      )}
      <StayForm
        values={initial}
        outcome={last}
        asked={input}
        onChanged={setChanged}
        busy={isFetching}
        refusal={refused ? error : null}
        onSimulate={(values) => ask(stayInput(values))}
      />
      {/* Keeps its place while a price is on its way. */}
      <Box mih="12rem" aria-busy={isFetching}>
        {changed ? (
          <Paper p="md" bg="var(--selected)" role="status">
            Les dates ont changé&nbsp;: appuyez sur «&nbsp;Simuler&nbsp;» pour en connaître le prix.
          </Paper>
        ) : refused ? (
          <Paper p="md" bg="var(--selected)">
            Pas de prix pour cette occupation&nbsp;: corrigez-la, puis appuyez sur
            «&nbsp;Simuler&nbsp;».
          </Paper>
        ) : isFetching ? (
          <CardSkeleton lines={8} />
        ) : error ? (
          <QueryError query={simulation} />
        ) : (
          data && <Outcome simulation={data} />
        )}
      </Box>
    </Stack>
  );
}

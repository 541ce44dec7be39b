import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { interventionQuery } from "./api";
import { InterventionDetails } from "./InterventionDetails";

/** One intervention with its acts, in a panel. */
export function InterventionPanel({ id }: { id: number }) {
  return (
    <QueryState query={useQuery(interventionQuery(id))} loading={<CardSkeleton lines={8} />}>
      {(intervention) => <InterventionDetails intervention={intervention} />}
    </QueryState>
  );
}

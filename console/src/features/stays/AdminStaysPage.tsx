import { useQuery } from "@tanstack/react-query";
import { operatorsQuery } from "@/entities/operator/api";
import { StayList } from "./StayList";

/** The stays of every operator. */
export function AdminStaysPage() {
  const { data: operators = [] } = useQuery(operatorsQuery());
  return <StayList subtitle="Tous les exploitants" scope={undefined} operators={operators} />;
}

import { useQuery } from "@tanstack/react-query";
import { operatorsQuery } from "@/auth/account";
import { HistoryList } from "./StayList";

/** The stays of every operator. */
export function AdminHistoryPage() {
  const { data: operators = [] } = useQuery(operatorsQuery());
  return <HistoryList subtitle="Tous les exploitants" scope={undefined} operators={operators} />;
}

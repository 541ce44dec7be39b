import { useQuery } from "@tanstack/react-query";
import { operatorsQuery } from "@/entities/operator/api";
import { PaymentList } from "./PaymentList";

/** The payments of every operator. */
export function AdminPaymentsPage() {
  const { data: operators = [] } = useQuery(operatorsQuery());
  return <PaymentList subtitle="Tous les exploitants" scope={undefined} operators={operators} />;
}

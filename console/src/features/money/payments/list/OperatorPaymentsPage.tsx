import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useOwner } from "@/entities/operator/useOwner";
import { ForOperator } from "@/kit/routing/ForOperator";
import { paymentQuery } from "../api";
import { PaymentList, TITLE } from "./PaymentList";

const HINT = "Ses paiements apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The payments of the chosen operator. */
export function OperatorPaymentsPage() {
  const { paiement } = useSearch({ strict: false });
  const named = useQuery({ ...paymentQuery(paiement ?? 0), enabled: paiement !== undefined });
  useOwner(named.data?.exploitant);
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {({ id, nom }) => <PaymentList subtitle={nom} scope={id} />}
    </ForOperator>
  );
}

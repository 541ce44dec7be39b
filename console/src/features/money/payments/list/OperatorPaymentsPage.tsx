import { useQuery } from "@tanstack/react-query";
import { useOwner } from "@/entities/operator/useOwner";
import { ForOperator } from "@/kit/routing/ForOperator";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { paymentQuery } from "../api";
import { paymentSearch } from "../search";
import { PaymentList, TITLE } from "./PaymentList";

const HINT = "Ses paiements apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The payments of the chosen operator. */
export function OperatorPaymentsPage() {
  const { paiement } = usePageSearch(paymentSearch).search;
  const named = useQuery({ ...paymentQuery(paiement ?? 0), enabled: paiement !== undefined });
  useOwner(named.data?.exploitant);
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {({ id, nom }) => <PaymentList subtitle={nom} scope={id} />}
    </ForOperator>
  );
}

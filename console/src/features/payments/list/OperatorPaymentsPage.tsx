import { ForOperator } from "@/kit/ForOperator";
import { PaymentList, TITLE } from "./PaymentList";

const HINT = "Ses paiements apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The payments of the chosen operator. */
export function OperatorPaymentsPage() {
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {({ id, nom }) => <PaymentList subtitle={nom} scope={id} />}
    </ForOperator>
  );
}

import { ForOperator } from "@/kit/routing/ForOperator";
import { StayList, TITLE } from "./StayList";

const HINT = "Ses utilisations apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The stays of the chosen operator. */
export function OperatorStaysPage() {
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {({ id, nom }) => <StayList subtitle={nom} scope={id} />}
    </ForOperator>
  );
}

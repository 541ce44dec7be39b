import { useParams } from "@tanstack/react-router";
import { OperatorPage } from "@/features/operators/details/OperatorPage";
import { KeysBlock } from "@/features/operators/keys/KeysBlock";

/** The page of one operator, with the field keys, which are another feature. */
export function OperatorDetails() {
  const { id = "" } = useParams({ strict: false });
  return (
    <OperatorPage key={id} operatorId={Number(id)}>
      <KeysBlock operatorId={Number(id)} />
    </OperatorPage>
  );
}

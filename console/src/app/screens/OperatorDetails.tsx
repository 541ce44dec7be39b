import { useParams } from "@tanstack/react-router";
import { KeysBlock } from "@/features/cles/KeysBlock";
import { OperatorPage } from "@/features/exploitants/details/OperatorPage";

/** The page of one operator, with the keys that another feature brings to it. */
export function OperatorDetails() {
  const { id = "" } = useParams({ strict: false });
  return (
    <OperatorPage key={id} operatorId={Number(id)}>
      <KeysBlock operatorId={Number(id)} />
    </OperatorPage>
  );
}

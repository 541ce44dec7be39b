import { KeysBlock } from "@/features/machines/keys/KeysBlock";
import { WebhooksBlock } from "@/features/machines/webhooks/WebhooksBlock";
import { OperatorPage as Operator } from "@/features/places/operators/details/OperatorPage";

/** The page of an operator, with the blocks of the features behind another door. */
export function OperatorPage() {
  return (
    <Operator
      machines={(operatorId) => (
        <>
          <KeysBlock operatorId={operatorId} />
          <WebhooksBlock operatorId={operatorId} />
        </>
      )}
    />
  );
}

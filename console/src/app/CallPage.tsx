import { CallPage as Call } from "@/features/call/CallPage";
import { PaymentModal } from "@/features/payments/details/PaymentModal";
import { UnsavedProvider } from "@/ui/dialog/unsaved";

/** The page of a call, with the dialog of the feature of payments. */
export function CallPage() {
  return (
    <Call
      paymentDialog={({ action, ...dialog }) => (
        <UnsavedProvider>
          <PaymentModal key={dialog.id} {...dialog} first={action} />
        </UnsavedProvider>
      )}
    />
  );
}

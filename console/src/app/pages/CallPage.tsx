import { CallPage as Call } from "@/features/desk/hotline/CallPage";
import { PaymentModal } from "@/features/money/payments/details/PaymentModal";
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

import { type Panels, WorklistPage as Worklist } from "@/features/desk/worklist/WorklistPage";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { CardSkeleton } from "@/ui/feedback/Skeletons";

const loading = { fallback: <CardSkeleton lines={8} /> };

const PaymentPanel = lazyPart(
  async () => (await import("@/features/money/payments/details/PaymentPanel")).PaymentPanel,
  loading,
);
const DifferencePanel = lazyPart(
  async () => (await import("@/features/money/reconciliation/DifferencePanel")).DifferencePanel,
  loading,
);
const InterventionPanel = lazyPart(
  async () => (await import("@/features/places/interventions/InterventionPanel")).InterventionPanel,
  loading,
);
const SubscriptionPanel = lazyPart(
  async () => (await import("@/features/stays/subscriptions/SubscriptionsPage")).SubscriptionPanel,
  loading,
);
const LeftBikeDetails = lazyPart(
  async () => (await import("@/features/stays/leftbikes/LeftBikeDetails")).LeftBikeDetails,
  loading,
);

/** What a line of each kind opens beside the list; the lines of other kinds are links. */
const PANELS: Panels = {
  paiements: ({ id }) => <PaymentPanel id={id} />,
  remboursements: ({ id }) => <PaymentPanel id={id} />,
  ecarts: ({ id, operatorId, worklist }) => (
    <DifferencePanel
      operatorId={operatorId}
      difference={worklist?.ecarts?.items.find((one) => one.id === id)}
    />
  ),
  interventions: ({ id }) => <InterventionPanel id={id} />,
  abonnements: ({ id, operatorId }) => <SubscriptionPanel id={id} operatorId={operatorId} />,
  velos: ({ id, operatorId }) => <LeftBikeDetails id={id} operatorId={operatorId} />,
};

/** The worklist, with the panels of the features that its lines are about. */
export function WorklistPage() {
  return <Worklist panels={PANELS} />;
}

import { Modal } from "@mantine/core";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { usePhone } from "@/ui/layout/usePhone";
import type { Subject } from "./api";

const Simulator = lazyPart(async () => (await import("./Simulator")).Simulator, {
  fallback: <CardSkeleton lines={8} />,
});

/** The price of an imagined stay under a saved tariff (`tariffId`) or under one being typed (`draft`). */
export function SimulationModal({
  opened,
  onClose,
  ...subject
}: Subject & { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Simuler une occupation"
      size="56rem"
      // The top stays in place while the outcome grows below.
      centered={false}
      fullScreen={usePhone()}
      returnFocus={false}
    >
      <Loaded subject={subject} />
    </Modal>
  );
}

/** Remembers the focus before the dialog opens: the lazy part would mount too late to know it. */
function Loaded({ subject }: { subject: Subject }) {
  useReturnFocus();
  return <Simulator subject={subject} />;
}

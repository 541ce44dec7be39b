import { Modal } from "@mantine/core";
import { lazy, Suspense } from "react";
import { CardSkeleton } from "@/shared/ui/Skeletons";
import { usePhone } from "@/shared/ui/usePhone";
import { useReturnFocus } from "@/shared/ui/useReturnFocus";
import type { Subject } from "./queries";
import classes from "./simulation.module.css";

const Simulator = lazy(async () => ({ default: (await import("./Simulator")).Simulator }));

/** What a stay would cost under a price condition, saved (`tariffId`) or being typed (`draft`). */
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
      // Its top stays where it is while the outcome grows below.
      centered={false}
      fullScreen={usePhone()}
      returnFocus={false}
      closeButtonProps={{ "aria-label": "Fermer", size: "md" }}
      classNames={{ title: classes.title, body: classes.body }}
    >
      <Loaded subject={subject} />
    </Modal>
  );
}

/** Knows where the focus was before the dialog took it, which the part that loads comes too late for. */
function Loaded({ subject }: { subject: Subject }) {
  useReturnFocus();
  return (
    <Suspense fallback={<CardSkeleton lines={8} />}>
      <Simulator subject={subject} />
    </Suspense>
  );
}

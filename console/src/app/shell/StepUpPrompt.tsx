import { useEffect } from "react";
import { endStepUp, useStepUpAsked } from "@/session/stepUp";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { useHoldEscape } from "./useHoldEscape";

const giveUp = () => endStepUp(false);

const StepUpModal = lazyPart(async () => (await import("./StepUpModal")).StepUpModal, {
  onMissing: giveUp,
});

/** Asks over the page who the person is, when a write needs a proof of it. */
export function StepUpPrompt() {
  const asked = useStepUpAsked();
  useHoldEscape(asked, giveUp);
  useEffect(() => giveUp, []);
  return asked && <StepUpModal />;
}

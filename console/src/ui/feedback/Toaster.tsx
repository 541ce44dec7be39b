import { Box, Button, CloseButton, Group } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useClearOfTyping } from "../form/useClearOfTyping";
import notice from "./Notice.module.css";
import { notifyError, notifySuccess, type Toast, toastStore, type Undo } from "./notify";
import classes from "./Toaster.module.css";

const DISMISS_AFTER = 6_000;
/** Whoever sees a mistake needs a moment more. */
const UNDO_WITHIN = 10_000;

/** Shows the messages of `notify`. Mount it once, outside whatever is replaced on navigation. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  const of = (kind: Toast["kind"]) =>
    toasts
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastCard key={toast.id} toast={toast} />);
  const ref = useRef<HTMLDivElement>(null);
  const above = useClearOfTyping(ref, toasts.length > 0);
  return (
    <div ref={ref} className={classes.toaster} data-above={above || undefined}>
      <div role="alert">{of("failure")}</div>
      <output>{of("success")}</output>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false);
  const { undo } = toast;
  const dismisses = toast.kind === "success" && !paused;

  useEffect(() => {
    if (!dismisses) return;
    const after = undo ? UNDO_WITHIN : DISMISS_AFTER;
    const timer = window.setTimeout(() => toastStore.dismiss(toast.id), after);
    return () => window.clearTimeout(timer);
  }, [dismisses, toast.id, undo]);

  const Icon = toast.kind === "success" ? IconCheck : IconAlertTriangle;
  return (
    <Box
      data-card
      mt="xs"
      p="sm"
      className={classes.toast}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Group gap="sm" wrap="nowrap">
        <Box
          w={28}
          className={notice.icon}
          data-status={toast.kind === "success" ? "green" : "red"}
        >
          <Icon size={16} stroke={2.25} aria-hidden />
        </Box>
        <Box component="p" flex={1}>
          {toast.text}
        </Box>
        {undo && (
          <Button
            variant="light"
            size="compact-sm"
            aria-label={`Annuler\u00a0: ${toast.text}`}
            onClick={() => takeBack(toast.id, undo)}
          >
            Annuler
          </Button>
        )}
        <CloseButton
          aria-label="Fermer le message"
          size="md"
          onClick={() => toastStore.dismiss(toast.id)}
        />
      </Group>
    </Box>
  );
}

function takeBack(id: number, undo: Undo): void {
  toastStore.dismiss(id);
  undo().then(
    () => notifySuccess("C'est annulé."),
    (error: Error) => notifyError(`Ce n'est pas annulé. ${error.message}`), // the sentence of a failed call
  );
}

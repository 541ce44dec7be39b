import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { lazyPart } from "../feedback/lazyPart";
import { notifyError } from "../feedback/notify";
import { type ConfirmRequest, type CustomRequest, QUESTION } from "./confirmRequest";

/** Asks for confirmation; resolves to whether it was given (and the write done). */
export type Confirm = (request: ConfirmRequest | CustomRequest) => Promise<boolean>;

type Ask = (request: ConfirmRequest | CustomRequest, asker: object) => Promise<boolean>;

const ConfirmContext = createContext<{ ask: Ask; leave: (asker: object) => void } | null>(null);

// Loaded after the first paint: no page needs the dialog to render.
const load = () => import("./ConfirmModal");
const ConfirmModal = lazyPart(async () => (await load()).ConfirmModal, {
  onMissing: ({ onCancel }) => onCancel(),
});

type Question = {
  request: ConfirmRequest | CustomRequest;
  opener: Element | null;
  resolve: (yes: boolean) => void;
  /** What identifies the component that asked. */
  asker: object;
  /** The write has begun and is not answered yet. */
  writing: boolean;
  /** The component that asked is gone. */
  left: boolean;
};

export function ConfirmProvider({ children }: PropsWithChildren) {
  const [question, setQuestion] = useState<Question | null>(null);
  const pending = useRef<Question | null>(null);

  const dialog = useMemo(() => {
    const show = (next: Question | null) => {
      pending.current = next;
      setQuestion(next);
    };
    const close = (asked: Question, yes: boolean) => {
      asked.resolve(yes);
      if (pending.current === asked) show(null);
    };
    const ask: Ask = (request, asker) => {
      pending.current?.resolve(false);
      return new Promise((resolve) => {
        const opener = document.activeElement;
        show({ request, opener, resolve, asker, writing: false, left: false });
      });
    };
    /**
     * Closes the question of a component that is gone. A write that has begun is awaited: a deleted row takes
     * the component that asked away before the answer arrives.
     */
    const leave = (asker: object) => {
      const asked = pending.current;
      if (asked?.asker !== asker) return;
      asked.left = true;
      if (!asked.writing) close(asked, false);
    };
    /** Writes, then closes. Throws when the write fails, unless nobody is left to try again. */
    const accept = async (asked: Question) => {
      asked.writing = true;
      try {
        await asked.request.onConfirm?.();
        close(asked, true);
      } catch (error) {
        asked.writing = false;
        if (!asked.left) throw error;
        close(asked, false);
        notifyError(error instanceof Error ? error.message : String(error));
      }
    };
    return { context: { ask, leave }, close, accept };
  }, []);

  // Registered before those of the dialogs below, which would close at the same press. A dialog that opened above the
  // question has the focus; the one below may have it still, in the moment before the question takes it.
  useLayoutEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      const asked = pending.current;
      if (!asked || event.key !== "Escape") return;
      const around = event.target instanceof Element ? event.target.closest("[role=dialog]") : null;
      if (around && !around.contains(asked.opener) && !around.querySelector(`[${QUESTION}]`))
        return;
      event.stopImmediatePropagation();
      if (!asked.writing) dialog.close(asked, false);
    };
    window.addEventListener("keydown", cancel, { capture: true });
    return () => window.removeEventListener("keydown", cancel, { capture: true });
  }, [dialog]);

  return (
    <ConfirmContext value={dialog.context}>
      {children}
      {question && (
        <ConfirmModal
          request={question.request}
          opener={question.opener}
          onAccept={() => dialog.accept(question)}
          onCancel={() => dialog.close(question, false)}
        />
      )}
    </ConfirmContext>
  );
}

/** Returns what asks for confirmation; the question closes when the component that asked is unmounted. */
export function useConfirm(): Confirm {
  const context = useContext(ConfirmContext);
  if (!context) throw new Error("useConfirm needs a ConfirmProvider above it");
  const { ask, leave } = context;
  const [asker] = useState(() => ({}));
  useEffect(() => void load().catch(() => undefined), []);
  useEffect(() => () => leave(asker), [leave, asker]);
  return useCallback((request) => ask(request, asker), [ask, asker]);
}

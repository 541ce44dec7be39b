import {
  createContext,
  lazy,
  type PropsWithChildren,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ConfirmRequest, CustomRequest } from "./confirmRequest";

/** Asks for confirmation; resolves to whether it was given (and the write done). */
export type Confirm = (request: ConfirmRequest | CustomRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

// Loaded after the first paint: no page needs the dialog to render.
const load = () => import("./ConfirmModal");
const ConfirmModal = lazy(async () => ({ default: (await load()).ConfirmModal }));

type Question = {
  request: ConfirmRequest | CustomRequest;
  opener: Element | null;
  resolve: (yes: boolean) => void;
};

export function ConfirmProvider({ children }: PropsWithChildren) {
  const [question, setQuestion] = useState<Question | null>(null);
  const pending = useRef<Question | null>(null);

  const confirm = useCallback<Confirm>((request) => {
    pending.current?.resolve(false);
    return new Promise((resolve) => {
      pending.current = { request, opener: document.activeElement, resolve };
      setQuestion(pending.current);
    });
  }, []);

  const close = (yes: boolean) => {
    pending.current?.resolve(yes);
    pending.current = null;
    setQuestion(null);
  };

  return (
    <ConfirmContext value={confirm}>
      {children}
      <Suspense>{question && <ConfirmModal {...question} onClose={close} />}</Suspense>
    </ConfirmContext>
  );
}

export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  useEffect(() => void load(), []);
  return confirm;
}

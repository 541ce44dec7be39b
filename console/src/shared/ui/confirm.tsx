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

export type ConfirmKind = "add" | "edit" | "delete" | "abort" | "copy";

export type ConfirmRequest = {
  kind: ConfirmKind;
  /** « la », « le », « l' »… before the item. */
  article: string;
  item: string;
  /** What follows from it. */
  consequences?: readonly string[];
  /** The write itself. When it fails the modal stays open and shows the message. */
  onConfirm?: () => Promise<void>;
};

/** An act that the five kinds do not name, asked in words of its own. */
export type OwnRequest = Pick<ConfirmRequest, "consequences" | "onConfirm"> & {
  title: string;
  question: string;
  /** Something is lost: the modal starts on « Retour ». */
  destroys?: boolean;
  /** What one ticks to have understood, before an act that nothing undoes. */
  acknowledgement?: string;
};

/** Asks, and tells whether the answer was yes (and the write done). */
export type Confirm = (request: ConfirmRequest | OwnRequest) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

// The dialog comes after the first paint: no page needs it to show itself.
const load = () => import("./ConfirmModal");
const ConfirmModal = lazy(async () => ({ default: (await load()).ConfirmModal }));

type Question = {
  request: ConfirmRequest | OwnRequest;
  opener: Element | null;
  answer: (yes: boolean) => void;
};

export function ConfirmProvider({ children }: PropsWithChildren) {
  const [question, setQuestion] = useState<Question | null>(null);
  const asked = useRef<Question | null>(null);

  const confirm = useCallback<Confirm>((request) => {
    asked.current?.answer(false);
    return new Promise((answer) => {
      asked.current = { request, opener: document.activeElement, answer };
      setQuestion(asked.current);
    });
  }, []);

  const close = (yes: boolean) => {
    asked.current?.answer(yes);
    asked.current = null;
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

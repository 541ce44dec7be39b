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
  /** The consequences, listed below the question. */
  consequences?: readonly string[];
  /** The write itself. When it fails, the modal stays open and shows the message. */
  onConfirm?: () => Promise<void>;
};

/** A confirmation with its own words, for an action that is none of the five kinds. */
export type CustomRequest = Pick<ConfirmRequest, "consequences" | "onConfirm"> & {
  title: string;
  question: string;
  /** True when something is lost: the focus starts on « Retour ». */
  destroys?: boolean;
  /** The label of a checkbox to tick first, before an action that cannot be undone. */
  acknowledgement?: string;
};

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

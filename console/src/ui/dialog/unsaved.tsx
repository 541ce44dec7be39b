import { useRouter } from "@tanstack/react-router";
import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
} from "react";
import { useConfirm } from "./confirm";

type Unsaved = {
  set: (form: string, changed: boolean) => void;
  /** Asks for confirmation when typed input would be lost; true when there is none or the loss is confirmed. */
  confirmLoss: () => Promise<boolean>;
};

const UnsavedContext = createContext<Unsaved | null>(null);

/** Returns what asks whether typed input may be lost. */
export function useAskLoss(): () => Promise<boolean> {
  const confirm = useConfirm();
  return useCallback(
    () => confirm({ kind: "abort", article: "les", item: "modifications en cours" }),
    [confirm],
  );
}

/** The registered forms that hold unsaved changes. */
function useChangedForms() {
  const askLoss = useAskLoss();
  const changed = useRef(new Set<string>());
  const set = useCallback<Unsaved["set"]>(
    (form, isChanged) => void changed.current[isChanged ? "add" : "delete"](form),
    [],
  );
  const confirmLoss = useCallback(async () => changed.current.size === 0 || askLoss(), [askLoss]);
  return { changed, set, confirmLoss };
}

/** Asks about the unsaved changes of each page on screen, and forgets them when their loss is confirmed. */
const pages = new Set<() => Promise<boolean>>();

/** Asks for confirmation, where typed input would be lost, before the whole console is left. */
export async function confirmLeaving(): Promise<boolean> {
  for (const confirm of pages) if (!(await confirm())) return false;
  return true;
}

/** Asks for confirmation before the page is left while one of its forms holds unsaved changes. */
export function UnsavedProvider({ children }: PropsWithChildren) {
  const { changed, set, confirmLoss } = useChangedForms();
  useEffect(() => {
    const confirm = async () => {
      const confirmed = await confirmLoss();
      // The browser would ask once more.
      if (confirmed) changed.current.clear();
      return confirmed;
    };
    pages.add(confirm);
    return () => void pages.delete(confirm);
  }, [changed, confirmLoss]);
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ action, currentLocation, nextLocation }) => {
          if (action === "PUSH" || action === "REPLACE") return !(await confirmLoss());
          if (changed.current.size === 0) return false;
          // « Back » and « forward » have changed the address already: taken back before the question, a second press
          // asks again instead of leaving the console.
          const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
          void confirmLoss().then((sure) => sure && history.go(steps, { ignoreBlocker: true }));
          return true;
        },
        enableBeforeUnload: () => changed.current.size > 0,
      }),
    [history, changed, confirmLoss],
  );
  const unsaved = useMemo<Unsaved>(() => ({ set, confirmLoss }), [set, confirmLoss]);
  return <UnsavedContext value={unsaved}>{children}</UnsavedContext>;
}

/** A part of the page that closes its own forms: closing one loses nothing typed in other parts. */
export function UnsavedScope({ children }: PropsWithChildren) {
  const page = useUnsaved();
  const { set, confirmLoss } = useChangedForms();
  const unsaved = useMemo<Unsaved>(
    () => ({
      set: (form, isChanged) => {
        set(form, isChanged);
        page.set(form, isChanged);
      },
      confirmLoss,
    }),
    [page, set, confirmLoss],
  );
  return <UnsavedContext value={unsaved}>{children}</UnsavedContext>;
}

function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error("the form needs an UnsavedProvider above it");
  return unsaved;
}

/** Registers this form as unsaved until it is saved or unmounted. */
export function useUnsavedChanges(changed: boolean): void {
  const { set } = useUnsaved();
  const form = useId();
  useEffect(() => {
    set(form, changed);
    return () => set(form, false);
  }, [set, form, changed]);
}

export function useConfirmLoss(): Unsaved["confirmLoss"] {
  return useUnsaved().confirmLoss;
}

import { useBlocker } from "@tanstack/react-router";
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
  /** Asks when something typed would be lost; true when nothing is, or when that is accepted. */
  mayLose: () => Promise<boolean>;
};

const UnsavedContext = createContext<Unsaved | null>(null);

/** The forms that hold changes, among those that tell of theirs. */
function useChangedForms() {
  const confirm = useConfirm();
  const changed = useRef(new Set<string>());
  const set = useCallback<Unsaved["set"]>(
    (form, isChanged) => void changed.current[isChanged ? "add" : "delete"](form),
    [],
  );
  const mayLose = useCallback(
    async () =>
      changed.current.size === 0 ||
      confirm({ kind: "abort", article: "les", item: "modifications en cours" }),
    [confirm],
  );
  return { changed, set, mayLose };
}

/** Asks before the page is left while one of its forms holds changes. */
export function UnsavedProvider({ children }: PropsWithChildren) {
  const { changed, set, mayLose } = useChangedForms();
  useBlocker({
    shouldBlockFn: async () => !(await mayLose()),
    enableBeforeUnload: () => changed.current.size > 0,
  });
  const unsaved = useMemo<Unsaved>(() => ({ set, mayLose }), [set, mayLose]);
  return <UnsavedContext value={unsaved}>{children}</UnsavedContext>;
}

/** A part of the page that closes its forms by itself: what other parts hold is not lost with them. */
export function UnsavedPart({ children }: PropsWithChildren) {
  const page = useUnsaved();
  const { set, mayLose } = useChangedForms();
  const unsaved = useMemo<Unsaved>(
    () => ({
      set: (form, isChanged) => {
        set(form, isChanged);
        page.set(form, isChanged);
      },
      mayLose,
    }),
    [page, set, mayLose],
  );
  return <UnsavedContext value={unsaved}>{children}</UnsavedContext>;
}

function useUnsaved(): Unsaved {
  const unsaved = useContext(UnsavedContext);
  if (!unsaved) throw new Error("the form needs an UnsavedProvider above it");
  return unsaved;
}

/** Tells the page that this form holds changes, until it is saved or goes. */
export function useUnsavedChanges(changed: boolean): void {
  const { set } = useUnsaved();
  const form = useId();
  useEffect(() => {
    set(form, changed);
    return () => set(form, false);
  }, [set, form, changed]);
}

export function useMayLose(): Unsaved["mayLose"] {
  return useUnsaved().mayLose;
}

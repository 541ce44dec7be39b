import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { TariffChanges } from "../api";

/** A part of the page that holds unsaved changes. */
export interface DraftPart {
  /** What the bar calls it. */
  name: string;
  /** Returns the part's changes; null once it has shown why they cannot be saved. */
  collect: () => Promise<TariffChanges | null>;
  /** Closes the part or empties its form, once its changes are saved or given up. */
  settle: () => void;
}

type Drafts = {
  /** The names of the changed parts. */
  names: readonly string[];
  set: (id: string, part: DraftPart | null) => void;
  /** Returns the changes of all parts together; null when one of them cannot be saved. */
  collect: () => Promise<TariffChanges | null>;
  settle: () => void;
};

const DraftContext = createContext<Drafts | null>(null);

/** Holds the changed parts of a tariff's page, which one save takes together. */
export function DraftProvider({ children }: PropsWithChildren) {
  const parts = useRef(new Map<string, DraftPart>());
  const [names, setNames] = useState<readonly string[]>([]);
  const set = useCallback<Drafts["set"]>((id, part) => {
    if (part) parts.current.set(id, part);
    else parts.current.delete(id);
    const now = [...new Set([...parts.current.values()].map(({ name }) => name))];
    setNames((before) => (before.join() === now.join() ? before : now));
  }, []);
  const collect = useCallback(async () => {
    const collected: TariffChanges[] = [];
    // Every part shows what it lacks; the first keeps the focus.
    let complete = true;
    for (const part of [...parts.current.values()].reverse()) {
      const changes = await part.collect();
      if (changes) collected.unshift(changes);
      else complete = false;
    }
    return complete ? merged(collected) : null;
  }, []);
  const settle = useCallback(() => {
    for (const part of [...parts.current.values()]) part.settle();
  }, []);
  const drafts = useMemo(() => ({ names, set, collect, settle }), [names, set, collect, settle]);
  return <DraftContext value={drafts}>{children}</DraftContext>;
}

/** Returns the changes of several parts as those of one save. */
export function merged(parts: readonly TariffChanges[]): TariffChanges {
  const periodes = parts.flatMap((part) => part.periodes ?? []);
  const stations = parts.flatMap((part) => part.stations ?? []);
  return {
    ...Object.assign({}, ...parts),
    ...(periodes.length > 0 && { periodes }),
    ...(stations.length > 0 && { stations }),
  };
}

export function useDrafts(): Drafts {
  const drafts = useContext(DraftContext);
  if (!drafts) throw new Error("the page of a tariff needs a DraftProvider above it");
  return drafts;
}

/** Registers the part for the save of the whole page while it is changed. */
export function useDraftPart(changed: boolean, part: DraftPart): void {
  const { set } = useDrafts();
  const id = useId();
  const latest = useRef(part);
  useEffect(() => {
    latest.current = part;
  });
  const { name } = part;
  useEffect(() => {
    if (!changed) return;
    set(id, {
      name,
      collect: () => latest.current.collect(),
      settle: () => latest.current.settle(),
    });
    return () => set(id, null);
  }, [set, id, name, changed]);
}

type FormPartProps<V extends FieldValues, O extends FieldValues> = {
  name: string;
  form: UseFormReturn<V, unknown, O>;
  changes: (values: O) => TariffChanges | null | Promise<TariffChanges | null>;
  settle: () => void;
};

/** A form that is a part of the page's save. */
export function FormPart<V extends FieldValues, O extends FieldValues>({
  name,
  form,
  changes,
  settle,
}: FormPartProps<V, O>) {
  useDraftPart(form.formState.isDirty, {
    name,
    collect: async () => {
      let collected: TariffChanges | null = null;
      await form.handleSubmit(async (typed) => {
        collected = await changes(typed);
      })();
      return collected;
    },
    settle,
  });
  return null;
}

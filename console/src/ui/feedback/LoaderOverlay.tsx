import { Loader } from "@mantine/core";
import {
  createContext,
  type PropsWithChildren,
  useCallback,
  useContext,
  useMemo,
  useState,
} from "react";
import classes from "./LoaderOverlay.module.css";

type LoaderFlag = {
  loading: boolean;
  /** Shows the overlay until the promise settles, and returns the promise. */
  during: <T>(promise: Promise<T>) => Promise<T>;
};

const LoaderContext = createContext<LoaderFlag | null>(null);

/**
 * Holds the global loading state as a count, so that overlapping work hides the overlay only when all of it
 * has ended.
 */
export function LoaderProvider({ children }: PropsWithChildren) {
  const [running, setRunning] = useState(0);
  const during = useCallback(<T,>(promise: Promise<T>) => {
    setRunning((n) => n + 1);
    return promise.finally(() => setRunning((n) => n - 1));
  }, []);
  const loading = running > 0;
  const flag = useMemo(() => ({ loading, during }), [loading, during]);

  return (
    <LoaderContext value={flag}>
      {children}
      <output className={classes.overlay} data-loading={loading || undefined}>
        {loading && (
          <>
            <Loader aria-hidden />
            <span>Chargement en cours</span>
          </>
        )}
      </output>
    </LoaderContext>
  );
}

export function useLoader(): LoaderFlag {
  const flag = useContext(LoaderContext);
  if (!flag) throw new Error("useLoader needs a LoaderProvider above it");
  return flag;
}

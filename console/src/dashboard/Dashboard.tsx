import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { asApiError } from "@/api/errors";
import { LoadError } from "@/ui/feedback/LoadError";
import { Toaster } from "@/ui/feedback/Toaster";
import { figuresQuery } from "./calls";
import classes from "./Dashboard.module.css";
import { KeyFigures } from "./KeyFigures";
import { PageHead } from "./PageHead";
import { type Period, rangeOf, storedPeriod, storePeriod } from "./period";
import { DashboardSkeleton, FiguresSkeleton } from "./Skeletons";
import { currentToken, onToken } from "./token";

/** The charts are a large chunk: it loads while the server counts. */
const chartsModule = import("./figures/AllFigures");
const AllFigures = lazy(() => chartsModule);

const OUTDATED = "Cette page n'est plus valide\u00a0: rechargez-la depuis la console.";

/** The statistics of one operator, or of all of them, for a period. */
export function Dashboard() {
  const [period, setPeriod] = useState(storedPeriod);
  const range = rangeOf(period);
  const figures = useQuery(figuresQuery(range));
  useFreshToken(figures.error, figures.refetch);

  const choose = (chosen: Period) => {
    storePeriod(chosen);
    setPeriod(chosen);
  };
  return (
    <>
      <PageHead period={period} onChoose={choose} range={range} figures={figures.data} />
      <main className={classes.page} aria-busy={figures.isFetching || undefined}>
        {figures.data ? (
          <Stack
            gap="sm"
            className={classes.content}
            data-stale={figures.isPlaceholderData || undefined}
          >
            <KeyFigures figures={figures.data} />
            <Suspense fallback={<FiguresSkeleton />}>
              <AllFigures figures={figures.data} />
            </Suspense>
          </Stack>
        ) : figures.isError ? (
          <Failure error={figures.error} onRetry={() => void figures.refetch()} />
        ) : (
          <DashboardSkeleton />
        )}
      </main>
      <Toaster />
    </>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { status, message, requestId } = asApiError(error);
  // Retrying with the same token would be refused again.
  if (status === 401) return <LoadError message={OUTDATED} />;
  return <LoadError message={message} requestId={requestId} onRetry={onRetry} />;
}

/** Loads the figures again when a new token arrives after the call failed. */
function useFreshToken(error: unknown, retry: () => unknown) {
  const token = useSyncExternalStore(onToken, currentToken);
  const tried = useRef(token);
  useEffect(() => {
    if (tried.current === token) return;
    tried.current = token;
    if (error && asApiError(error).status === 401) retry();
  }, [token, error, retry]);
}

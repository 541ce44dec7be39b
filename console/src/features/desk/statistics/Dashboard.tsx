import { SimpleGrid, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { asApiError } from "@/api/errors";
import type { Scope } from "@/data/scope";
import { QueryError } from "@/kit/lists/QueryState";
import { addressQuery } from "./api";
import { Frame } from "./Frame";
import classes from "./statistics.module.css";

/** Shows the dashboard in a frame, at its current address. */
export function Dashboard({ scope }: { scope: Scope }) {
  const { data, ...query } = useQuery(addressQuery(scope));
  const { status } = asApiError(query.error);
  // While the server does not answer, the dashboard stays; when it refuses, the dashboard goes.
  const shown = query.isError && status >= 400 && status < 500 ? undefined : data;
  useRenewal(scope, shown !== undefined);

  if (shown) {
    const [page] = shown.iframeUrl.split("#");
    return <Frame key={page} address={shown.iframeUrl} />;
  }
  return query.isError ? <QueryError query={query} /> : <FrameSkeleton />;
}

/** The placeholder of figures and charts. */
function FrameSkeleton() {
  return (
    <div className={classes.frame} aria-hidden="true">
      <SimpleGrid minColWidth="12rem" autoFlow="auto-fit" p="md">
        {["a", "b", "c", "d"].map((tile) => (
          <Skeleton key={tile} height={96} />
        ))}
      </SimpleGrid>
      <SimpleGrid minColWidth="min(18rem, 100%)" autoFlow="auto-fit" px="md">
        <Skeleton height={320} />
        <Skeleton height={320} />
      </SimpleGrid>
    </div>
  );
}

const CHECK_INTERVAL = 5_000;

/**
 * Asks for the next address when it is due by the wall clock, because timers stop while a computer sleeps. A
 * hidden page waits: the query is checked again when the page is shown.
 */
function useRenewal(scope: Scope, active: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (!document.hidden) void queryClient.prefetchQuery(addressQuery(scope));
    }, CHECK_INTERVAL);
    return () => clearInterval(timer);
  }, [queryClient, scope, active]);
}

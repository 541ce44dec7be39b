import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";

/** Whom to tell what cannot be used; it never changes while the server runs. */
export const accessibilityContactsQuery = () =>
  queryOptions({
    queryKey: keys.accessibilityContacts(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/accessibilite", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

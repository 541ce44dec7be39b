import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";

export const tariffsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.tariffs(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/tarif/tarif-pour-exploitant", {
          params: { query: { exploitant: operatorId } },
          signal,
        }),
      ),
  });

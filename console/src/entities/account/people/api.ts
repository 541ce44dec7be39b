import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";

/** The first people of an operator whose names or e-mails hold the words. */
export const peopleQuery = (operatorId: number, words: string) => {
  const query = { exploitant: operatorId, search: words, itemsPerPage: 10, page: 1 };
  return queryOptions({
    queryKey: keys.accounts(query),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/utilisateurs", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
};

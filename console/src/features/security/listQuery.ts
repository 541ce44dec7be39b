import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { exportSecurityEvents, securityDayQuery, securityEventsQuery } from "@/data/security";
import type { ExportFile } from "@/kit/export/fetchExport";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { type SecuritySearch, securitySearch } from "./search";

export const securityPageQuery = ({ ligne: _, page = 1, ...filters }: SecuritySearch) =>
  securityEventsQuery({ ...filters, page, itemsPerPage: PAGE_SIZE });

export const securityFile = ({
  ligne: _row,
  page: _page,
  apres: _after,
  avant: _before,
  ...filters
}: SecuritySearch): ExportFile => ({
  name: "export_securite.csv",
  row: "événement",
  stream: (as) => exportSecurityEvents(filters, as),
});

/** Starts loading, without delaying the page, what the search parameters of its address ask for. */
export function prefetchSecurity(queryClient: QueryClient, search: object): void {
  void queryClient.prefetchQuery(securityDayQuery());
  void queryClient.prefetchQuery(securityPageQuery(v.parse(securitySearch, search)));
}

import type { ExportFile } from "@/kit/export/fetchExport";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { exportSecurityEvents, securityEventsQuery } from "./api";
import type { SecuritySearch } from "./search";

export const securityPageQuery = ({ ligne: _, page = 1, ...filters }: SecuritySearch) =>
  securityEventsQuery({ ...filters, page, itemsPerPage: PAGE_SIZE });

export const securityFile = ({
  ligne: _row,
  page: _page,
  apres: _after,
  avant: _before,
  ...filters
}: SecuritySearch): ExportFile => ({
  name: "export_securite",
  row: "événement",
  stream: (format, as) => exportSecurityEvents(filters, format, as),
});

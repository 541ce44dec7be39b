import { interventionsQuery } from "@/entities/intervention/api";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import type { InterventionSearch } from "./search";

export const interventionListQuery = (operatorId: number, search: InterventionSearch) =>
  interventionsQuery(operatorId, {
    etat: search.etat,
    cause: search.cause,
    station: search.station === undefined ? undefined : [search.station],
    miennes: search.miennes === undefined ? undefined : true,
    page: search.page ?? 1,
    itemsPerPage: PAGE_SIZE,
  });

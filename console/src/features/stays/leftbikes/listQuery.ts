import { leftBikesQuery } from "@/entities/leftbike/api";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import type { LeftBikeSearch } from "./search";

export const leftBikeListQuery = (operatorId: number, { etape, page = 1 }: LeftBikeSearch) =>
  leftBikesQuery(operatorId, { etape, page, itemsPerPage: PAGE_SIZE });

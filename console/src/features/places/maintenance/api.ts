import { LIVE } from "@/data/refetching";
import { lockersQuery } from "@/entities/locker/api";

/** The lockers of a station, kept up to date on screen. */
export const liveLockersQuery = (stationId: number) => ({ ...lockersQuery(stationId), ...LIVE });

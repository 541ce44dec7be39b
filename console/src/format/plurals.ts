import { formatCount } from "./numbers";

/** Returns the word for so many: in the plural from two on. */
export const plural = (count: number, one: string, many = `${one}s`) => (count > 1 ? many : one);

/** « 1 station », « 1 204 stations ». */
export const counted = (count: number, one: string, many?: string) =>
  `${formatCount(count)}\u00a0${plural(count, one, many)}`;

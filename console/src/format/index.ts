export {
  formatDate,
  formatDateDashed,
  formatLong,
  formatShort,
  formatSince,
  formatTakenAt,
  formatTime,
  formatWithSeconds,
} from "./dates";
export {
  formatAge,
  formatCountdown,
  formatDuration,
  formatElapsed,
  formatLimit,
} from "./durations";
export { withMinus } from "./minus";
export { formatAmount, formatEuros, formatEurosChange, parseEuros } from "./money";
export { capitalised, formatMonth, isMonth } from "./months";
export { formatCount, formatPercentChange, formatTotal } from "./numbers";
export { formatPhone } from "./phone";
export { counted, plural } from "./plurals";
export {
  type DurationUnit,
  parseDuration,
  typedDuration,
  typedLimit,
} from "./typedDurations";
export { WEEKDAYS } from "./weekdays";

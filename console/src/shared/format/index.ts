export { formatDate, formatDateDashed, formatUseDate } from "./dates";
export { formatCountdown, formatDuration, formatLimit } from "./durations";
export { formatAmount, formatEuros, parseEuros } from "./money";
export { formatCount } from "./numbers";
export { formatPhone } from "./phone";

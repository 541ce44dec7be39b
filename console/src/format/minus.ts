/** Puts a minus sign, which is as wide as a plus, for the hyphen that the French locale writes before a number below 0. */
export const withMinus = (formatted: string): string => formatted.replace("-", "\u2212");

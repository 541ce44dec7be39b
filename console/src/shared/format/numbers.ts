const integer = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 0 });

/** 12345 → « 12 345 ». */
export const formatCount = (n: number) => integer.format(n);

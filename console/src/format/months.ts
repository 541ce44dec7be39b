const named = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", month: "long", year: "numeric" });

/** « 2026-10 » → « octobre 2026 ». */
export const formatMonth = (month: string): string => named.format(new Date(`${month}-01`));

/** Reports whether the text is a month of the wire, « 2026-10 ». */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** « octobre 2026 » → « Octobre 2026 », at the start of a line. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

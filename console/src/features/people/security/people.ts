/** The name of an account, or its number where it has none. */
export const whoOf = (id: number | null, name: string) =>
  id === null ? "–" : name || `compte n°\u00a0${id}`;

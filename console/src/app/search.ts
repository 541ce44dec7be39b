/**
 * Search parameters as plain text, with a repeated name for a list. The schema of each route validates its
 * own.
 */
export type RawSearch = Record<string, string | string[]>;

export function parseSearch(text: string): RawSearch {
  const parameters = new URLSearchParams(text);
  const search: RawSearch = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    search[name] = values.length > 1 ? values : (values[0] ?? "");
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) parameters.append(name, String(item));
    }
  }
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

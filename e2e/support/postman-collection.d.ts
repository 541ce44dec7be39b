// The package's own types are not named by its package.json; these are what the journeys use of it.
declare module "postman-collection" {
  export interface Item {
    name: string;
    request: {
      method: string;
      url: { getPath(options?: { unresolved: boolean }): string };
      body?: { raw?: string };
    };
    parent(): { name: string };
  }
  class Collection {
    constructor(definition: unknown);
    variables: { map<T>(of: (variable: { key: string }) => T): T[] };
    forEachItem(visit: (item: Item) => void): void;
  }
  const postman: { Collection: typeof Collection };
  export default postman;
}

/** The number of rows of a page of a list. A file of its own: what starts a list loading does not load its table. */
export const PAGE_SIZE = 10;

/** The formats of a table. */
export type Format = "csv" | "xlsx";

/** The options of a call whose answer is read as it arrives. */
export type StreamOptions = { parseAs: "stream"; signal: AbortSignal };

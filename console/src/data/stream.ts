/** The options of a call whose answer is read as it arrives. */
export type StreamOptions = { parseAs: "stream"; signal: AbortSignal };

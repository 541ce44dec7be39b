const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Counts the rows of a CSV file as its bytes arrive, without the header; a line break in a quoted cell does
 * not count.
 */
export function rowCounter(): (chunk: Uint8Array) => number {
  let quoted = false;
  let lines = 0;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) lines++;
    }
    return Math.max(0, lines - 1);
  };
}

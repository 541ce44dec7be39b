const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

/**
 * Returns the text of a file that a spreadsheet saved: UTF-8, UTF-16 by its byte order mark, else Windows-1252
 * (« CSV » of a French Excel). A file in UTF-8 with a damaged byte keeps its � rather than lose all its accents.
 */
export function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes);
    const broken = count(text, /\uFFFD/g);
    const whole = count(text, /[^\p{ASCII}\uFFFD]/gu);
    return broken > whole ? new TextDecoder("windows-1252").decode(bytes) : text;
  }
}

/** The text without case, accents or surplus spaces, to compare and to search by. */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Numbers, codes and addresses are pasted with things that nobody sees: the spaces and hyphens of French
 * typography, marks of direction, wide characters. The server cleans them in the same way
 * (internal/kernel/text/pasted.go); both run the examples of its testdata/pasted.json.
 */
const MARKS = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const WIDE = /[\uFF01-\uFF5E]/g;
const HYPHENS = /[\p{Pd}\u2212]/gu;

const narrow = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0);
const trimSpaces = (text: string) => text.replace(/^ +| +$/g, "");

/** Returns the text without marks that have no width, with plain spaces, hyphens and characters, trimmed. */
export const plain = (typed: string) =>
  trimSpaces(
    typed
      .replace(MARKS, "")
      .replace(WIDE, narrow)
      .replace(/\p{White_Space}/gu, " ")
      .replace(HYPHENS, "-"),
  );

/** Returns a code or number without any space. */
export const code = (typed: string) => plain(typed).replaceAll(" ", "");

/** Returns a latitude or longitude with the dot of the wire; several commas are a list, left as it is. */
export const coordinate = (typed: string) => code(typed).replace(/^([^.,]*),([^.,]*)$/, "$1.$2");

const POSITION = /^(-?\d{1,3}[.,]\d{1,20}) ?[,; ] ?(-?\d{1,3}[.,]\d{1,20})$/;

/** Returns the two coordinates of a position as maps copy it, « 45.1885, 5.7245 »; of any other text none. */
export function position(typed: string) {
  const [, latitude, longitude] = POSITION.exec(plain(typed)) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude: coordinate(latitude), longitude: coordinate(longitude) };
}

/** Returns a code whose groups may be set apart in any way, without spaces, hyphens and dots. */
export const key = (typed: string) => code(typed).replace(/[-.]/g, "");

/** Returns the name of a town with plain spaces and hyphens; marks without width stay, and are refused. */
export const town = (typed: string) =>
  trimSpaces(typed.replace(/\p{Zs}/gu, " ").replace(HYPHENS, "-"));

/** Returns an e-mail without « mailto: » and the brackets in which mail programs put it. */
export function email(typed: string): string {
  let text = plain(typed);
  for (const pair of [/^<(.*)>$/, /^"(.*)"$/, /^'(.*)'$/])
    text = trimSpaces(pair.exec(text)?.[1] ?? text);
  return trimSpaces(text.replace(/^mailto:/i, ""));
}

/** France and its overseas departments, whose numbers are 0 and nine digits at home. */
const NATIONAL = /^(?:(?:\+|00)(?:33|262|590|594|596)|33(?=\d{9}))0?(\d{9})$/;

/** Returns a telephone number as it is dialled in France, from any notation; another text without its punctuation. */
export function phone(typed: string): string {
  const bare = code(typed)
    .replace(/^tel:/i, "")
    .replace(/[-./()·_]/g, "");
  const national = NATIONAL.exec(bare)?.[1];
  return national === undefined ? bare : `0${national}`;
}

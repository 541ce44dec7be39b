import { FOLD_TABLE } from "./foldTable";

const FORMS = new Map(
  FOLD_TABLE.flatMap(([form, characters]) => [...characters].map((one) => [one, form] as const)),
);

/**
 * Returns the form in which texts are compared, sorted and searched, as the server's text.Fold does: what people read
 * as the same is the same, whatever its case, accents, apostrophes, hyphens, spaces, stroke letters or ligatures.
 */
export function fold(text: string): string {
  // Twice, as on the server: some characters must be replaced before NFKD takes them apart, some only it brings out.
  return foldOnce(foldOnce(text, "NFD"), "NFKD").replace(/\s+/g, " ").trim().normalize("NFC");
}

function foldOnce(text: string, form: "NFD" | "NFKD") {
  return text
    .normalize(form)
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9 ]/gu, (one) => FORMS.get(one) ?? one);
}

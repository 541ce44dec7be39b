import { email } from "@/format/pasted";
import { isEmail } from "@/format/rules";

/** What a typed or pasted list of e-mails holds. */
export interface ReadEmails {
  /** The valid ones, once each whatever their case, in their order. */
  emails: string[];
  /** How many were there already. */
  duplicates: number;
  /** What is no e-mail, as typed. */
  invalid: string[];
}

/** « "Durand, Zoé" <zoe@ville.fr> », « zoe@ville.fr (Zoé) », « Zoé <zoe@ville.fr> »: a name in quotes may hold separators. */
const ENTRY = /(?:"[^"\n]*"|[^",;\n\r])+/g;
const IN_BRACKETS = /<\s*([^<>]*?)\s*>/;

/**
 * Reads a list as a person types it, or as a mail program or a spreadsheet copies it: entries between line
 * breaks, commas and semicolons, each with an address that may stand between « < > » after a name. Words
 * beside an address are left out; an entry without one is invalid.
 */
export function readEmails(text: string): ReadEmails {
  const read: ReadEmails = { emails: [], duplicates: 0, invalid: [] };
  const seen = new Set<string>();
  for (const found of entriesOf(text).flatMap(addressesOf)) {
    if (!isBeneficiary(found)) {
      read.invalid.push(found);
      continue;
    }
    const folded = found.toLowerCase();
    if (seen.has(folded)) read.duplicates += 1;
    else read.emails.push(found);
    seen.add(folded);
  }
  return read;
}

/** « Durand, Zoé <zoe@ville.fr> » without quotes is one entry: its first part belongs to the name. */
function entriesOf(text: string): string[] {
  const entries: string[] = [];
  for (const [line] of text.matchAll(/[^\n\r]+/g)) {
    let name = "";
    for (const match of line.matchAll(ENTRY)) {
      const entry = match[0].trim();
      const next = line[match.index + match[0].length];
      if (next === "," && !entry.includes("@") && startsName(line, match.index + match[0].length)) {
        name = `${name} ${entry}`;
        continue;
      }
      if (entry !== "") entries.push(`${name} ${entry}`.trim());
      name = "";
    }
  }
  return entries;
}

/** Reports whether the entry after this comma is a name with an address in brackets. */
const startsName = (line: string, comma: number) => /^,[^",;<@]*<[^<>]*>/.test(line.slice(comma));

/** The addresses of one entry; without any, the entry itself. */
function addressesOf(entry: string): string[] {
  const inBrackets = IN_BRACKETS.exec(entry)?.[1];
  if (inBrackets !== undefined) return [bare(inBrackets)];
  const words = entry.split(/\s+/).filter((word) => word.includes("@"));
  return words.length > 0 ? words.map(bare) : [entry];
}

/** Without « mailto: » and what stands around an address in a text. */
const bare = (word: string) => email(email(word).replaceAll(/^["'(]+|["').:]+$/g, ""));

/** An e-mail, or « *@domaine.fr »; the server checks the details. */
function isBeneficiary(text: string): boolean {
  const address = text.startsWith("*@") ? `usager${text.slice(1)}` : text;
  return isEmail(address) && !address.includes("*");
}

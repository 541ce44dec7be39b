import { expect, it } from "vitest";
import { decoded } from "./decoded";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.each([
  ["UTF-8", new TextEncoder().encode("Entrée 1;Côté gare"), "Entrée 1;Côté gare"],
  ["UTF-8 with a mark", new TextEncoder().encode("\uFEFFEntrée"), "Entrée"],
  ["Windows-1252", bytes("Entr\xe9e 1;C\xf4t\xe9 gare"), "Entrée 1;Côté gare"],
  ["UTF-16", bytes("\xff\xfeE\x00\xe9\x00"), "Eé"],
  ["UTF-16, big endian", bytes("\xfe\xff\x00E\x00\xe9"), "Eé"],
  ["UTF-8 with a damaged byte", bytes("\xc3\xa9t\xc3\xa9 \xe9"), "été \uFFFD"],
])("reads %s", (_, file, text) => expect(decoded(file)).toBe(text));

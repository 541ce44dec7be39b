import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

/** What French typography keeps together: the space before « : ; ! ? » % € » and inside guillemets. */
const LOOSE = /(?:^|\S) [:;!?»%€]|« /;

/** Sentences of the specification and of the server, which write every space as a plain one; « ? » ends a question. */
const SPECIFIED = [
  "L'occupation est terminée !",
  "L'occupation est maintenant gratuite !",
  "Mot de passe oublié ?",
  "?",
  "Retour : Mes stations",
  "Un montant doit être compris entre 0 et 10 000 000 €, au centime près",
];

const source = `${import.meta.dirname}/..`;
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^test\/|schema\.d\.ts$/.test(file),
);

interface Text {
  file: string;
  text: string;
  /** As it stands in the source, escapes included. */
  written: string;
}

/** Returns the texts of a file: strings, parts of templates and text between tags. */
function textsOf(file: string): Text[] {
  const tree = ts.createSourceFile(
    file,
    readFileSync(`${source}/${file}`, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const texts: Text[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      texts.push({ file, text: node.text, written: node.getText(tree) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

const texts = files.flatMap(textsOf);

test("no French text of the console can break before its punctuation", () => {
  expect(files.length).toBeGreaterThan(500);
  const loose = texts.filter(({ text }) => LOOSE.test(text) && !SPECIFIED.includes(text.trim()));
  expect(loose).toEqual([]);
});

test("a space that does not break is written so that it is seen", () => {
  expect(texts.filter(({ written }) => /[\u00a0\u202f]/.test(written))).toEqual([]);
});

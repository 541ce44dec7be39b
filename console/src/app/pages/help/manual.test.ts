import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { RIGHTS, RIGHTS_OF_ROLE } from "@/api/rights";
import { MENU } from "@/app/menu";
import { featureRoutes } from "@/app/routes";
import { toRights } from "@/session/rights";
import { CHAPTERS, chapterAbout, chaptersFor, mayFollow, type Slug } from "./chapters";
import { chapterOf, chaptersOf, searchManual } from "./manual";

const ROOT = `${import.meta.dirname}/../../../../..`;
const MANUAL = `${ROOT}/docs/aide`;

const files = readdirSync(MANUAL).map((file) => ({
  slug: file.replace(".md", ""),
  text: readFileSync(`${MANUAL}/${file}`, "utf8"),
}));

const rightsOf = (role: keyof typeof RIGHTS_OF_ROLE) =>
  toRights(RIGHTS_OF_ROLE[role].map((droit) => ({ droit })));
const ADMINISTRATOR = toRights(RIGHTS.map((droit) => ({ droit })));

/** What a screen says, with the spaces of a sentence as it is typed in the manual. */
const asTyped = (text: string) =>
  text
    .replace(/&nbsp;|\\u00a0|\u00a0|\u202f|\$\{NBSP\}|\{NBSP\}/g, " ")
    .replace(/\s+/g, " ")
    .trim();

function sourcesIn(folder: string, kind: RegExp): string[] {
  return readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: "utf8" })
    .filter(
      (file) =>
        kind.test(file) && !/[._]test\.|(^|\/)(test|testdata|demo)\/|pages\/help/.test(file),
    )
    .map((file) => readFileSync(`${ROOT}/${folder}/${file}`, "utf8"));
}

/** Returns the texts of a file of the console: strings, parts of templates and text between tags. */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      texts.push(asTyped(node.text));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("a.tsx", source, ts.ScriptTarget.Latest));
  return texts;
}

const sources = sourcesIn("console/src", /\.tsx?$/);
const controls = new Set(sources.flatMap(textsOf));
const said = [...sources, ...sourcesIn("internal", /\.go$/)].map(asTyped).join("\n");

const matches = (pattern: RegExp) =>
  files.flatMap(({ slug, text }) =>
    [...text.matchAll(pattern)].map(([, found = ""]) => ({ slug, found })),
  );

describe("the chapters", () => {
  it("are the files of docs/aide", () => {
    expect(Object.keys(CHAPTERS).sort()).toEqual(files.map(({ slug }) => slug).sort());
  });

  it("are about every page behind the sign-in, each in one chapter", () => {
    const pages = featureRoutes
      .map(({ options }) => (options as { path: string }).path)
      .filter((path) => path !== "/playground");
    expect(Object.values(CHAPTERS).flat().sort()).toEqual(["/", ...pages].sort());
    for (const { path } of [...MENU.operator, ...MENU.administration]) {
      expect(chapterAbout(path), path).toBeDefined();
    }
  });

  it.each<[string, string | undefined]>([
    ["/", "premiers-pas"],
    ["/gestion-stations", "configurer-une-station"],
    ["/tb-stations/12/details", "stations"],
    ["/reddition/2026-10", "reddition"],
    ["/aide/stations", undefined],
    ["/adresse-inconnue", undefined],
  ])("about %s: %s", (address, slug) => {
    expect(chapterAbout(address)).toBe(slug);
  });

  it.each<[string, ReturnType<typeof toRights>, Slug[]]>([
    [
      "a technician",
      rightsOf("Mainteneur"),
      [
        "premiers-pas",
        "terrain",
        "stations",
        "velos-laisses",
        "a-traiter",
        "appel",
        "utilisations",
        "abonnements",
        "liste-attente",
        "paiements",
        "equipe",
        "statistiques",
        "journal",
        "mon-compte",
      ],
    ],
    [
      "the hotline",
      rightsOf("Hotline"),
      [
        "premiers-pas",
        "appel",
        "a-traiter",
        "usagers",
        "utilisations",
        "paiements",
        "stations",
        "terrain",
        "abonnements",
        "liste-attente",
        "velos-laisses",
        "tarifs",
        "equipe",
        "statistiques",
        "journal",
        "mon-compte",
      ],
    ],
    [
      "a manager",
      rightsOf("Gestionnaire"),
      (Object.keys(CHAPTERS) as Slug[]).filter(
        (slug) => !["exploitants", "cles-et-notifications", "connexion-et-securite"].includes(slug),
      ),
    ],
    ["nobody", toRights([]), ["premiers-pas", "mon-compte"]],
  ])("of %s, in the order of the work", (_, rights, expected) => {
    expect(chaptersFor(rights)).toEqual(expected);
  });

  it("of an administrator are all of them, those of the platform first", () => {
    const slugs = chaptersFor(ADMINISTRATOR);
    expect(slugs.slice(0, 4)).toEqual([
      "premiers-pas",
      "exploitants",
      "cles-et-notifications",
      "connexion-et-securite",
    ]);
    expect(slugs).toHaveLength(files.length);
  });
});

describe("the texts", () => {
  it("name controls as the console does", () => {
    const named = matches(/\*\*(.+?)\*\*/g);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ found }) => !controls.has(found))).toEqual([]);
  });

  it("quote what a screen or the server says", () => {
    const quoted = matches(/« (.+?) »/g);
    expect(quoted.length).toBeGreaterThan(150);
    expect(
      quoted.filter(({ found }) => !found.split("…").every((part) => said.includes(part.trim()))),
    ).toEqual([]);
  });

  it("lead to pages and headings that exist", () => {
    const paths = new Set<string>([
      "/accessibilite",
      "/api/docs",
      ...Object.values(CHAPTERS).flat(),
    ]);
    const links = matches(/\]\((.+?)\)/g);
    expect(links.length).toBeGreaterThan(60);
    const lost = links.filter(({ found }) => {
      const [target = "", anchor] = found.split("#");
      if (!target.endsWith(".md")) return !paths.has(target);
      const chapter = chapterOf(target.replace(".md", ""));
      return !chapter || (anchor && !chapter.sections.some((one) => one.anchor === anchor));
    });
    expect(lost).toEqual([]);
  });

  it("have one title, an introduction, and headings that differ", () => {
    for (const { title, sections } of chaptersOf(chaptersFor(ADMINISTRATOR))) {
      expect(sections[0]?.lines, title).toHaveLength(1);
      expect(sections.length, title).toBeGreaterThan(2);
      const anchors = sections.map(({ anchor }) => anchor);
      expect(new Set(anchors).size, title).toBe(anchors.length);
    }
  });

  it("keep together what French typography does", () => {
    const { sections } = chapterOf("premiers-pas") ?? { sections: [] };
    const text = sections.flatMap(({ lines }) => lines).join("\n");
    expect(text).toContain("«\u00a0Session expirée, veuillez vous reconnecter.");
    expect(text).not.toMatch(/ [:;!?»]|« /);
  });
});

describe("the links of a chapter", () => {
  it.each<[string, boolean]>([
    ["/tb-stations", true],
    ["/reddition", false],
    ["/accessibilite", true],
    ["/aide/reddition", true],
  ])("to %s, for the hotline: %s", (address, follows) => {
    expect(mayFollow(address, rightsOf("Hotline"))).toBe(follows);
  });
});

describe("the search", () => {
  const search = (query: string, rights = ADMINISTRATOR) =>
    searchManual(chaptersOf(chaptersFor(rights)), query, 5);

  it("finds every word, without accents, headings first", () => {
    const [first] = search("mots retirer rang");
    expect(first).toBeUndefined();
    expect(search("changer rang")[0]?.section.heading).toBe("Changer un rang");
    expect(search("changer rang")[0]?.titled).toBe(true);
    expect(search("A12").map(({ titled }) => titled)).toEqual([false]);
    expect(search("generer code distance")[0]?.line).toMatch(/Générer le code d'ouverture/);
  });

  it("finds nothing in what the role may not open, nor for no word", () => {
    expect(search("clôturer le mois", rightsOf("Mainteneur"))).toEqual([]);
    expect(search(" ")).toEqual([]);
  });
});

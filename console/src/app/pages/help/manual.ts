import { fold } from "@/format/fold";
import type { Slug } from "./chapters";

/** The texts of the manual, by file. */
const FILES = import.meta.glob<string>("../../../../../docs/aide/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

export interface Chapter {
  slug: string;
  title: string;
  /** Markdown, without the title. */
  text: string;
  sections: Section[];
}

/** A part of a chapter under a heading; the first one, under none, introduces the chapter. */
export interface Section {
  heading: string;
  /** The heading's place in the chapter: what stands after « # » in the address. */
  anchor: string;
  /** Its paragraphs and points, without marks. */
  lines: string[];
}

const MANUAL = new Map(
  Object.entries(FILES).map(([file, text]) => {
    const slug = file.replace(/^.*\/|\.md$/g, "");
    return [slug, read(slug, spaced(text))] as const;
  }),
);

/** Returns a chapter; undefined where nobody wrote it. */
export const chapterOf = (slug: string): Chapter | undefined => MANUAL.get(slug);

/** Returns the chapters in the order of the slugs. */
export const chaptersOf = (slugs: readonly Slug[]): Chapter[] =>
  slugs.flatMap((slug) => MANUAL.get(slug) ?? []);

/** Makes unbroken what French typography keeps together, so that the files are written with plain spaces. */
function spaced(text: string): string {
  return text.replace(/ (?=[:;!?»%€])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

function read(slug: string, file: string): Chapter {
  const [first = "", ...rest] = file.split("\n");
  const sections: Section[] = [{ heading: "", anchor: "", lines: [] }];
  for (const line of rest) {
    const heading = /^##+ (.*)/.exec(line)?.[1];
    if (heading) sections.push({ heading, anchor: anchorOf(heading), lines: [] });
    else if (line.trim()) sections.at(-1)?.lines.push(plain(line));
  }
  return { slug, title: first.replace(/^# /, ""), text: rest.join("\n"), sections };
}

/** Returns a line as it is read: without the marks of lists, bold words and links. */
function plain(line: string): string {
  return line
    .replace(/^\s*(?:\d+\.|[->]) /, "")
    .replace(/\*\*|`/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim();
}

export function anchorOf(heading: string): string {
  return fold(heading).replace(/[^a-z0-9]+/g, "-");
}

/** A section that has every word, with the line that tells most. */
export interface Found {
  chapter: Chapter;
  section: Section;
  line: string;
  /** Whether title and heading alone have every word. */
  titled: boolean;
}

/** Finds the sections that have every word, those that have them in their headings first. */
export function searchManual(chapters: readonly Chapter[], query: string, most: number): Found[] {
  const words = fold(query).split(" ").filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
  const found = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const title = `${chapter.title} ${section.heading}`;
      if (!hasAll(`${title} ${section.lines.join(" ")}`)) return [];
      const told = (line: string) => words.filter((word) => fold(line).includes(word)).length;
      const [line = ""] = section.lines.toSorted((a, b) => told(b) - told(a));
      return [{ chapter, section, line, titled: hasAll(title) }];
    }),
  );
  return found.toSorted((a, b) => Number(b.titled) - Number(a.titled)).slice(0, most);
}

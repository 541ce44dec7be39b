import { Anchor, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { PlainList } from "@/ui/layout/PlainList";
import type { Chapter } from "./manual";

type ContentsProps = { chapters: readonly Chapter[]; open?: Chapter };

/** The chapters as links, with the headings of the one that is open. */
export function Contents({ chapters, open }: ContentsProps) {
  return (
    <Stack component="ul" gap={2} p={0} style={{ listStyle: "none" }}>
      {chapters.map(({ slug, title, sections }) => (
        <li key={slug}>
          <ToChapter slug={slug} current={slug === open?.slug}>
            {title}
          </ToChapter>
          {slug === open?.slug && (
            <PlainList pl="md">
              {sections.slice(1).map(({ heading, anchor }) => (
                <li key={anchor}>
                  <ToChapter slug={slug} anchor={anchor}>
                    {heading}
                  </ToChapter>
                </li>
              ))}
            </PlainList>
          )}
        </li>
      ))}
    </Stack>
  );
}

type ToChapterProps = { slug: string; anchor?: string; current?: boolean; children: string };

function ToChapter({ slug, anchor, current, children }: ToChapterProps) {
  return (
    <Anchor
      display="block"
      py={{ base: 13, sm: 4 }}
      lh={1.35}
      c={anchor ? "dimmed" : undefined}
      fz={anchor ? "sm" : undefined}
      fw={current ? 650 : undefined}
      aria-current={current ? "page" : undefined}
      renderRoot={(props) => (
        <Link {...props} to="/aide/$chapitre" params={{ chapitre: slug }} hash={anchor} />
      )}
    >
      {children}
    </Anchor>
  );
}

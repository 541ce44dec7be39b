import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { Link, Navigate } from "@tanstack/react-router";
import * as v from "valibot";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { useRights } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SearchBox } from "@/ui/form/SearchBox";
import { useDebouncedSearch } from "@/ui/form/useDebouncedSearch";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PlainList } from "@/ui/layout/PlainList";
import { chapterAbout, chaptersFor } from "./chapters";
import { type Chapter, chaptersOf, searchManual } from "./manual";

/** The words searched for, and the page from which help was asked for. */
const helpSearch = v.object({
  recherche: v.fallback(v.optional(v.string()), undefined),
  page: v.fallback(v.optional(v.string()), undefined),
});

/** The contents of the manual for the role; from a page, its chapter at once. */
export function ContentsPage() {
  const { search, set } = usePageSearch(helpSearch, { replace: true });
  const about = search.page && chapterAbout(search.page);
  const chapters = chaptersOf(chaptersFor(useRights()));
  const query = search.recherche ?? "";
  const { text, type } = useDebouncedSearch(
    query,
    (recherche) => set({ recherche: recherche || undefined }),
    PAUSE_MS,
  );
  if (about) return <Navigate to="/aide/$chapitre" params={{ chapitre: about }} replace />;
  return (
    <>
      <PageHeader title="Aide" subtitle="Le mode d'emploi de ce que vous pouvez ouvrir." />
      <Group component="search" mb="lg">
        <SearchBox label="Chercher dans l'aide" value={text} onChange={type} />
      </Group>
      {query ? <Results chapters={chapters} query={query} /> : <Chapters chapters={chapters} />}
    </>
  );
}

const PAUSE_MS = 200;

function Chapters({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" p={0}>
      {chapters.map(({ slug, title, sections }) => (
        <Paper key={slug} component="li" withBorder p="md" style={{ listStyle: "none" }}>
          <Title order={2} size="h4">
            <ToSection slug={slug}>{title}</ToSection>
          </Title>
          <Text c="dimmed" mt={4}>
            {sections[0]?.lines[0]}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

const MOST_FOUND = 20;

function Results({ chapters, query }: { chapters: readonly Chapter[]; query: string }) {
  const found = searchManual(chapters, query, MOST_FOUND);
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<IconSearch />}
        title="Aucun chapitre ne répond à ces mots."
        hint="Cherchez par un autre mot, celui d'un bouton par exemple."
      />
    );
  }
  return (
    <Stack component="section" gap="sm" aria-label="Résultats">
      <PlainList gap="sm">
        {found.map(({ chapter, section, line }) => (
          <Paper key={`${chapter.slug}#${section.anchor}`} component="li" withBorder p="md">
            <Text fw={600}>
              <ToSection slug={chapter.slug} anchor={section.anchor}>
                {section.heading ? `${chapter.title}, ${section.heading}` : chapter.title}
              </ToSection>
            </Text>
            <Text c="dimmed">{line}</Text>
          </Paper>
        ))}
      </PlainList>
    </Stack>
  );
}

function ToSection({
  slug,
  anchor,
  children,
}: {
  slug: string;
  anchor?: string;
  children: string;
}) {
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          {...props}
          to="/aide/$chapitre"
          params={{ chapitre: slug }}
          hash={anchor || undefined}
        />
      )}
    >
      {children}
    </Anchor>
  );
}

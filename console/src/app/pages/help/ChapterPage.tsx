import { Anchor, Box, Flex, Group, Paper } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useBack } from "@/kit/routing/page";
import { usePathPart } from "@/kit/routing/pageSearch";
import { useRights } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PrintButton } from "@/ui/layout/PrintButton";
import { usePhone } from "@/ui/layout/usePhone";
import { Contents } from "./Contents";
import { chaptersFor } from "./chapters";
import { type Chapter, chapterOf, chaptersOf } from "./manual";
import { Text } from "./Text";

/** A chapter beside the contents of the manual. */
export function ChapterPage() {
  const chapter = chapterOf(usePathPart("chapitre"));
  const chapters = chaptersOf(chaptersFor(useRights()));
  const back = useBack();
  const phone = usePhone();
  if (!chapter) {
    return (
      <>
        <PageHeader title="Aide" back={back} />
        <EmptyState
          icon={<IconMapQuestion />}
          title="Ce chapitre n'existe pas ou n'existe plus."
          hint="Revenez à la liste des chapitres."
        />
      </>
    );
  }
  const contents = <Contents chapters={chapters} open={chapter} />;
  return (
    <>
      <title>{`${chapter.title} · Aide · Consigne`}</title>
      <PageHeader title={chapter.title} back={back} action={!phone && <PrintButton />} />
      <Flex direction={phone ? "column" : "row"} gap="lg" align={phone ? "stretch" : "flex-start"}>
        <Box
          component="nav"
          aria-label="Chapitres de l'aide"
          w={phone ? undefined : "15rem"}
          flex="none"
          data-no-print
        >
          {phone ? (
            <Paper component="details" withBorder px="md">
              <Box component="summary" py="sm" fw={600}>
                Sommaire
              </Box>
              {contents}
            </Paper>
          ) : (
            contents
          )}
        </Box>
        <Paper withBorder p={{ base: "md", sm: "xl" }} maw="48rem" flex={1} miw={0}>
          <Text>{chapter.text}</Text>
          <Neighbours chapters={chapters} chapter={chapter} />
        </Paper>
      </Flex>
    </>
  );
}

type NeighboursProps = { chapters: readonly Chapter[]; chapter: Chapter };

/** The chapters before and after this one, in the order of the account. */
function Neighbours({ chapters, chapter }: NeighboursProps) {
  const at = chapters.indexOf(chapter);
  if (at < 0) return null;
  return (
    <Group
      component="nav"
      aria-label="Chapitres voisins"
      justify="space-between"
      mt="xl"
      data-no-print
    >
      <ToNeighbour said="Précédent" chapter={chapters[at - 1]} />
      <ToNeighbour said="Suivant" chapter={chapters[at + 1]} />
    </Group>
  );
}

function ToNeighbour({ said, chapter }: { said: string; chapter?: Chapter }) {
  if (!chapter) return <span />;
  return (
    <Anchor
      underline="always"
      py={13}
      renderRoot={(props) => (
        <Link {...props} to="/aide/$chapitre" params={{ chapitre: chapter.slug }} />
      )}
    >
      {said}
      {"\u00a0: "}
      {chapter.title}
    </Anchor>
  );
}

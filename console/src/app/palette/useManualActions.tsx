import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { IconHelp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useRights } from "@/session/rights";

const load = () => Promise.all([import("../pages/help/manual"), import("../pages/help/chapters")]);

const MOST = 5;

/**
 * The chapters of the manual and their headings that have every word, not what is only in their text: who types « A12 »
 * looks for a locker. They come once the palette is open.
 */
export function useManualActions(query: string): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const rights = useRights();
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>();
  useEffect(() => {
    load().then(setLoaded, () => undefined); // without them, the palette finds all the rest
  }, []);
  if (!loaded) return [];
  const [{ chaptersOf, searchManual }, { chaptersFor }] = loaded;
  const found = searchManual(chaptersOf(chaptersFor(rights)), query, MOST);
  const actions = found
    .filter(({ titled }) => titled)
    .map(
      ({ chapter, section, line }): SpotlightActionData => ({
        id: `aide-${chapter.slug}-${section.anchor}`,
        label: section.heading || chapter.title,
        description: section.heading ? chapter.title : line,
        leftSection: <IconHelp size={20} stroke={1.75} aria-hidden />,
        onClick: () =>
          void navigate({
            to: "/aide/$chapitre",
            params: { chapitre: chapter.slug },
            hash: section.anchor || undefined,
          }),
      }),
    );
  return actions.length > 0 ? [{ group: "Aide", actions }] : [];
}

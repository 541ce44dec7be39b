import { Box, Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { formatCount, formatTotal, plural } from "@/format";
import { Answers } from "../layout/Answers";

type PagerProps = {
  /** The page number, from 1. */
  page: number;
  /** The total number of results. */
  total: number;
  /** There are more than `total`, which the server does not count further. */
  capped?: boolean | undefined;
  /** Whether a page follows, where the server says it; otherwise the total does. */
  more?: boolean | undefined;
  pageSize?: number;
  onChange: (page: number) => void;
  /** Names the list, on screens with more than one. */
  label?: string;
};

function summary(page: number, total: number, pageSize: number, capped: boolean): string {
  if (total === 0) return "Aucun résultat";
  const results = `${formatTotal({ total, totalPlafonne: capped })} ${plural(total, "résultat")}`;
  if (total <= pageSize) return results;
  const first = (page - 1) * pageSize + 1;
  const last = capped ? page * pageSize : Math.min(page * pageSize, total);
  return `${formatCount(first)} à ${formatCount(last)} sur ${results}`;
}

/** Shows each button only where there is a page to go to; always shows the count. */
export function Pager({
  page,
  total,
  capped = false,
  pageSize = 10,
  more = page * pageSize < total,
  onChange,
  label,
}: PagerProps) {
  const count = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  const go = (to: number) => {
    pressed.current = true;
    onChange(to);
  };

  // The button just pressed may disappear on the first or the last page: the focus stays in the pager.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about.
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body) count.current?.focus();
    pressed.current = false;
  }, [page]);

  return (
    <Group component="nav" justify="space-between" mih={36} aria-label={label ?? "Pagination"}>
      <Box component="p" ref={count} c="dimmed" tabIndex={-1} aria-live="polite">
        {summary(page, total, pageSize, capped)}
      </Box>
      <Answers flex="1 1 auto">
        {page > 1 && (
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} aria-hidden />}
            onClick={() => go(page - 1)}
          >
            Page précédente
          </Button>
        )}
        {more && (
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} aria-hidden />}
            onClick={() => go(page + 1)}
          >
            Page suivante
          </Button>
        )}
      </Answers>
    </Group>
  );
}

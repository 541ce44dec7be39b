import { Group, Paper, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconArrowRight, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { QueryError } from "@/kit/lists/QueryState";
import { PlainList } from "@/ui/layout/PlainList";
import { LiveSection } from "../home/LiveSection";
import { useParked, worklistQuery } from "./api";
import { EMPTY_WORKLIST, type KindTotal, kindsOf, parkedKind } from "./kinds";
import classes from "./worklist.module.css";

/** Shows on the home page how many worklist items of each kind there are. */
export function WorklistSummary({ operatorId }: { operatorId: number }) {
  const { data, ...query } = useQuery(worklistQuery(operatorId));
  const parked = useParked();
  const ofPlatform = parkedKind(parked.isLoadingError ? undefined : (parked.data?.total ?? 0));
  if (query.isLoadingError) return <QueryError query={query} />;
  return (
    <LiveSection title="À traiter" query={query}>
      {!data ? (
        <Skeleton height={72} radius="md" />
      ) : data.total === 0 && ofPlatform.length === 0 ? (
        <EmptyWorklist />
      ) : (
        <Kinds kinds={[...ofPlatform, ...kindsOf(data)]} />
      )}
    </LiveSection>
  );
}

function EmptyWorklist() {
  return (
    <Paper withBorder p="md">
      <Group wrap="nowrap" gap="sm">
        <IconCheck size={22} stroke={1.75} aria-hidden color="var(--accent)" />
        <Words {...EMPTY_WORKLIST} />
      </Group>
    </Paper>
  );
}

function Kinds({ kinds }: { kinds: KindTotal[] }) {
  return (
    <PlainList gap="sm" className={classes.kinds}>
      {kinds.map(({ id, title, count, color, icon: Icon }) => (
        <li key={id}>
          <Link to="/a-traiter" hash={id} className={classes.kind}>
            <ThemeIcon
              size={40}
              radius="xl"
              data-status={color}
              bg="var(--status-bg)"
              c="var(--status-fg)"
            >
              <Icon size={20} stroke={1.75} aria-hidden />
            </ThemeIcon>
            <Words title={title} hint={count} />
            <IconArrowRight size={18} stroke={1.75} aria-hidden />
          </Link>
        </li>
      ))}
    </PlainList>
  );
}

function Words({ title, hint }: { title: string; hint: string }) {
  return (
    <Stack component="span" gap={0} flex={1}>
      <Text component="strong" fw={600}>
        {title}
      </Text>
      <Text span c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
}

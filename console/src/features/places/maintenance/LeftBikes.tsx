import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type LeftBike, leftBikesQuery } from "@/entities/leftbike/api";
import { stepState } from "@/entities/leftbike/words";
import { PageLink } from "@/kit/routing/PageLink";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { PlainList } from "@/ui/layout/PlainList";

type LeftBikesProps = { operatorId: number; stationId: number };

/** The bicycles of a collective park that have a file and still stand there, so that nobody opens a second one. */
export function LeftBikes({ operatorId, stationId }: LeftBikesProps) {
  const { data } = useQuery(
    leftBikesQuery(operatorId, {
      station: [stationId],
      etape: ["ouvert", "preavis"],
      page: 1,
      itemsPerPage: 20,
    }),
  );
  if (!data || data.total === 0) return null;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="velos-laisses">
      <Title order={3} size="h4" mb="sm" id="velos-laisses">
        Vélos laissés
      </Title>
      <PlainList gap="sm">
        {data.items.map((file) => (
          <li key={file.id}>
            <File file={file} />
          </li>
        ))}
      </PlainList>
    </Paper>
  );
}

function File({ file }: { file: LeftBike }) {
  const { id, etape, etiquette, description } = file;
  return (
    <Stack gap={2}>
      <Group gap="4 12">
        <PageLink
          to="/velos-laisses"
          search={{ etape: [etape], ligne: id }}
          name={`Dossier n°\u00a0${id}`}
        />
        <StatusChip {...stepState(file)} />
      </Group>
      <Text>
        {description}
        {etiquette && `, étiquette ${etiquette}`}
      </Text>
    </Stack>
  );
}

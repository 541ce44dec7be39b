import { Box, Group, Text, Title } from "@mantine/core";
import { formatCount } from "@/format";
import { formatAverage } from "../format";
import { BarTable } from "../parts/BarTable";
import { Figure } from "../parts/Figure";
import type { Figures, RankedLocker } from "../types";

export function Lockers({ figures: { casiers, periode } }: { figures: Figures }) {
  const { frequentes, delaisses } = casiers;
  // Both lists share one scale, so that the least used lockers do not look busy.
  const most = Math.max(...[...frequentes, ...delaisses].map((one) => one.utilisations), 1);
  return (
    <Figure
      title="Casiers les plus et les moins utilisés"
      hint="Nombre d'utilisations et temps d'occupation de chaque casier sur la période."
      csv="casiers"
      range={periode}
      empty={
        frequentes.length + delaisses.length === 0 && "Aucun casier en service sur cette période."
      }
    >
      <Group align="flex-start" gap="20 32">
        <Side title="Les plus utilisés" lockers={frequentes} most={most} />
        <Side title="Les moins utilisés" lockers={delaisses} most={most} />
      </Group>
    </Figure>
  );
}

type SideProps = { title: string; lockers: readonly RankedLocker[]; most: number };

function Side({ title, lockers, most }: SideProps) {
  return (
    <Box flex="1 1 24rem" miw={0}>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <BarTable
        caption={title}
        rows={lockers}
        rowKey={({ id }) => id}
        length={({ utilisations }) => utilisations}
        most={most}
        columns={[
          {
            key: "name",
            header: "Casier",
            render: ({ nom, station }) => (
              <>
                {nom}{" "}
                <Text span inherit c="dimmed" fw={400}>
                  {station.nom}
                </Text>
              </>
            ),
          },
          { key: "stays", header: "Utilisations", render: (one) => formatCount(one.utilisations) },
          { key: "time", header: "Temps occupé", render: ({ minutes }) => formatAverage(minutes) },
        ]}
      />
    </Box>
  );
}

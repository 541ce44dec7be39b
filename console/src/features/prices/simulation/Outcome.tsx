import { Alert, Box, Group, Stack, Text, Title } from "@mantine/core";
import { IconCircleFilled, IconClockX } from "@tabler/icons-react";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatDuration, formatEuros, formatShort } from "@/format";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { Facts } from "@/ui/layout/Facts";
import type { Simulation } from "./api";
import { DateTime } from "./DateTime";
import { Landmarks } from "./Landmarks";
import classes from "./simulation.module.css";
import { Timeline } from "./Timeline";

// The chart library is large: it loads after the price is shown.
const PriceChart = lazyPart(async () => (await import("./PriceChart")).PriceChart, {
  // Its place is hidden from screen readers: only a message can say why it stays empty.
  onMissing: () => undefined,
});

/** The price of the stay with its explanation and timeline, and the prices of longer stays. */
export function Outcome({ simulation }: { simulation: Simulation }) {
  const { prixActuel, dureeStationnementTotal, dateDebutStationnement, dateCalcul } = simulation;
  return (
    <Stack gap="lg">
      <section aria-labelledby="simulation-prix">
        {simulation.horsPlage && (
          <Alert color="orange" mb="sm" role="note" icon={<IconClockX aria-hidden />}>
            Une occupation qui commence alors n'entre dans aucune des plages horaires de ce
            tarif&nbsp;: il ne s'y appliquerait pas.
          </Alert>
        )}
        <div className={classes.price}>
          <div role="status">
            <Title order={3} id="simulation-prix" size="h4" c="dimmed">
              Prix de l'occupation
            </Title>
            <Text className={classes.total}>{formatEuros(prixActuel)}</Text>
            <Text c="dimmed">
              {formatDuration(dureeStationnementTotal)}, du{" "}
              <DateTime date={dateDebutStationnement} /> au <DateTime date={dateCalcul} />
            </Text>
          </div>
          <PriceLines lines={simulation.lignes} totalLabel="Total" total={prixActuel} />
        </div>
      </section>
      <section aria-labelledby="simulation-deroulement">
        <Title order={3} id="simulation-deroulement" size="h4" mb="sm">
          Déroulement
        </Title>
        <Timeline simulation={simulation} />
      </section>
      <section aria-labelledby="simulation-courbe">
        <Title order={3} id="simulation-courbe" size="h4" mb="sm">
          Prix selon la durée
        </Title>
        <Group gap="xs" mb="xs" c="dimmed" aria-hidden="true">
          <IconCircleFilled size={12} color="var(--accent)" />
          Cette occupation&nbsp;: {formatDuration(dureeStationnementTotal)},{" "}
          {formatEuros(prixActuel)}
        </Group>
        <Box h={240} mb="md" aria-hidden="true">
          <PriceChart simulation={simulation} />
        </Box>
        <Landmarks simulation={simulation} />
      </section>
      <section aria-labelledby="simulation-detail">
        <Title order={3} id="simulation-detail" size="h4" mb="sm">
          Détail du calcul
        </Title>
        <Facts items={factsOf(simulation)} />
      </section>
    </Stack>
  );
}

const dateOr = (date: string | null, none: string) => (date ? formatShort(date) : none);

const factsOf = (simulation: Simulation) => [
  { label: "Prix avant dépassement", value: formatEuros(simulation.prixAvantDepassement) },
  { label: "Prix du dépassement", value: formatEuros(simulation.prixDepassement) },
  { label: "Prix de l'enlèvement", value: formatEuros(simulation.prixEnlevement) },
  { label: "Durée totale", value: formatDuration(simulation.dureeStationnementTotal) },
  { label: "Durée normale", value: formatDuration(simulation.dureeStationnementNormal) },
  {
    label: "Durée de dépassement",
    value: formatDuration(simulation.dureeStationnementDepassement),
  },
  { label: "Début du dépassement", value: dateOr(simulation.dateDebutDepassement, "Sans limite") },
  { label: "Enlèvement", value: dateOr(simulation.dateEnlevement, "Sans limite") },
  { label: "Prix calculé au", value: formatShort(simulation.dateCalcul) },
];

import { Box, Group, Paper, SimpleGrid, Skeleton, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FAMILY_LABELS } from "@/api/securityLabels";
import { formatTotal } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { type SecurityCount, securityDayQuery } from "./api";
import { NO_FILTER } from "./search";
import classes from "./security.module.css";

/** What the counts of one kind are called; the others have the name of their family. */
const COUNT_LABELS: Partial<Record<NonNullable<SecurityCount["type"]>, string>> = {
  "connexion.echec": "Échecs de connexion",
  "connexion.blocage": "Connexions verrouillées",
};

const FAMILY_COUNT_LABELS: Partial<typeof FAMILY_LABELS> = {
  droits: "Changements de droits",
  compte: "Changements de comptes",
};

const labelOf = ({ famille, type }: SecurityCount) =>
  (type && COUNT_LABELS[type]) ?? FAMILY_COUNT_LABELS[famille] ?? FAMILY_LABELS[famille];

/** The counts of the day, each of which leads to its events. */
export function SecurityDay() {
  const { data, ...query } = useQuery(securityDayQuery());
  if (query.isLoadingError) return <QueryError query={query} />;
  return (
    <Box
      component="section"
      mb="lg"
      aria-label="Aujourd'hui"
      aria-busy={query.isPending || undefined}
    >
      <Group align="baseline" gap="sm" mb="sm">
        <Title order={2} size="h3">
          Aujourd'hui
        </Title>
        {query.isRefetchError && (
          <Text size="xs" c="var(--mantine-color-error)">
            mise à jour interrompue
          </Text>
        )}
      </Group>
      {data ? (
        <SimpleGrid component="ul" cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" m={0} p={0}>
          {data.compteurs.map((count) => (
            <Box component="li" key={count.type ?? count.famille} display="grid">
              <Paper
                withBorder
                px="md"
                py="sm"
                className={classes.count}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/securite"
                    search={{
                      ...NO_FILTER,
                      ...(count.type ? { type: count.type } : { famille: count.famille }),
                      du: data.jour,
                      au: data.jour,
                    }}
                  />
                )}
              >
                <Text span c="dimmed">
                  {labelOf(count)}
                </Text>
                <Text component="strong" fz={24} fw={650} lh="2rem">
                  {formatTotal(count)}
                </Text>
              </Paper>
            </Box>
          ))}
        </SimpleGrid>
      ) : (
        <Skeleton height={84} radius="md" />
      )}
    </Box>
  );
}

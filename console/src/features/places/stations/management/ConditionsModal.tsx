import { Button, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { periodInWords, termsInWords } from "@/entities/tariff/words";
import { formatCount, plural } from "@/format";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { type Fact, Facts } from "@/ui/layout/Facts";
import { PlainList } from "@/ui/layout/PlainList";
import { usePhone } from "@/ui/layout/usePhone";
import type { LockerTariffs } from "./api";
import classes from "./management.module.css";

type Condition = LockerTariffs["tarifsAutre"][number];

/** The tariffs of one locker, each with all its terms. */
export function ConditionsModal({
  locker,
  onClose,
}: {
  locker: LockerTariffs;
  onClose: () => void;
}) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      size="44rem"
      fullScreen={usePhone()}
      returnFocus={false}
      title={`Conditions tarifaires, ${locker.libelleCasier}`}
    >
      <Stack gap="lg">
        <Conditions title="Tarifs horaires" conditions={locker.tarifsAutre} />
        <Conditions title="Abonnements" conditions={locker.tarifsAbonnement} />
      </Stack>
    </Modal>
  );
}

function Conditions({ title, conditions }: { title: string; conditions: Condition[] }) {
  if (conditions.length === 0) return null;
  return (
    <section aria-label={title}>
      <Text component="h3" c="dimmed" fz={13} fw={600} mb="xs">
        {title} ({formatCount(conditions.length)})
      </Text>
      <PlainList gap="sm">
        {conditions.map((condition) => (
          <Paper component="li" key={condition.id} withBorder p="md">
            <Group justify="space-between" align="start" wrap="nowrap" mb="sm">
              <div className={classes.long}>
                <Title order={4} size="h3">
                  {condition.libelleAdmin}
                </Title>
                <Text c="dimmed">Nom public&nbsp;: {condition.libellePublic}</Text>
              </div>
              <Button
                size="xs"
                variant="default"
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/gestion-tarifs/$id/details"
                    params={{ id: String(condition.id) }}
                  />
                )}
                aria-label={`Ouvrir ${condition.libelleAdmin}`}
              >
                Ouvrir
              </Button>
            </Group>
            <Facts items={factsOf(condition)} />
          </Paper>
        ))}
      </PlainList>
    </section>
  );
}

function factsOf(condition: Condition): Fact[] {
  return [
    ...termsInWords(condition),
    { label: "Plages horaires", value: <Lines texts={periodsOf(condition)} />, wide: true },
    { label: "Usagers", value: <Lines texts={beneficiariesOf(condition)} />, wide: true },
  ];
}

function Lines({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => <Text key={text}>{text}</Text>);
}

function periodsOf({ periodes }: Condition): string[] {
  if (periodes.length === 0) return ["Tous les jours, à toute heure"];
  return periodes.map((period) => `${period.libelle}\u00a0: ${periodInWords(period)}`);
}

/** The number of e-mails shown: a tariff may have thousands. */
const NAMED = 5;

function beneficiariesOf({ beneficiaires }: Condition): string[] {
  if (beneficiaires.length === 0) return ["Tous"];
  const emails = beneficiaires.slice(0, NAMED).map(({ email }) => email);
  const others = beneficiaires.length - emails.length;
  if (others === 0) return emails;
  return [...emails, `et ${formatCount(others)} ${plural(others, "autre")}`];
}

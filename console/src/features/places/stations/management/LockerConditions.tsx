import { Paper, Text, Title } from "@mantine/core";
import type { Locker } from "@/entities/locker/api";
import { ceilingOf, kindOf, priceOf } from "@/entities/tariff/words";
import { TariffLink } from "@/kit/routing/NamedLinks";
import { type Fact, Facts } from "@/ui/layout/Facts";
import { PlainList } from "@/ui/layout/PlainList";
import classes from "./management.module.css";

type Tariff = Locker["autresConditionsTarifaires"][number];

/** The tariffs under which a stay may begin in the locker. */
export function LockerConditions({ locker }: { locker: Locker }) {
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      className={classes.wide}
      aria-label="Conditions tarifaires du casier"
    >
      <Title order={3} size="h4" mb="sm">
        Conditions tarifaires du casier
      </Title>
      <Facts items={factsOf(locker)} />
    </Paper>
  );
}

function factsOf({ tarifApplique: applied, autresConditionsTarifaires: others }: Locker): Fact[] {
  const none =
    others.length > 0
      ? "aucun en ce moment, sauf pour les usagers et les abonnés des autres conditions"
      : "aucune condition tarifaire, aucune utilisation ne peut commencer";
  const facts: Fact[] = [
    {
      label: "Tarif appliqué",
      value: applied ? <Conditions list={[applied]} /> : none,
      wide: true,
    },
  ];
  if (others.length > 0) {
    facts.push({
      label: "Autres conditions tarifaires",
      value: <Conditions list={others} />,
      wide: true,
    });
  }
  return facts;
}

function Conditions({ list }: { list: readonly Tariff[] }) {
  return (
    <PlainList gap="xs" className={classes.conditions}>
      {list.map((tariff) => (
        <li key={tariff.id}>
          <TariffLink tariff={{ id: tariff.id, nom: tariff.libelle }} />
          <Text c="dimmed">{summary(tariff)}</Text>
        </li>
      ))}
    </PlainList>
  );
}

function summary(tariff: Tariff): string {
  const ceiling = ceilingOf(tariff);
  return [kindOf(tariff), priceOf(tariff), ceiling && `plafond de ${ceiling}`]
    .filter(Boolean)
    .join(" · ");
}

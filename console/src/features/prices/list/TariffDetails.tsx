import { Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type PropsWithChildren, useId } from "react";
import { kindOf, periodInWords, termsInWords } from "@/entities/tariff/words";
import { formatCount } from "@/format";
import { StationLink } from "@/kit/routing/NamedLinks";
import { Facts } from "@/ui/layout/Facts";
import { PlainList } from "@/ui/layout/PlainList";
import type { TariffWithLists } from "../api";
import { Beneficiaries } from "./Beneficiaries";
import classes from "./list.module.css";
import { TariffActions } from "./TariffActions";

/** The details of an open row: price, periods, beneficiaries and lockers. */
export function TariffDetails({ tariff }: { tariff: TariffWithLists }) {
  const { periodes, beneficiaires, stations } = tariff;
  return (
    <Stack gap="lg" className={classes.details}>
      <Part title="Informations générales">
        <Facts
          items={[{ label: "Type de tarif", value: kindOf(tariff) }, ...termsInWords(tariff)]}
        />
      </Part>
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="lg">
        <Part title="Plages horaires" count={periodes.length}>
          {periodes.length > 0 ? (
            <PlainList gap="xs">
              {periodes.map((period) => (
                <li key={period.id}>
                  <Text fw={550}>{period.libelle}</Text>
                  <Text c="dimmed">{periodInWords(period)}</Text>
                </li>
              ))}
            </PlainList>
          ) : (
            <Text c="dimmed">S'applique tous les jours, à toute heure.</Text>
          )}
        </Part>
        <Part title="Usagers autorisés" count={beneficiaires.length}>
          {beneficiaires.length > 0 ? (
            <Beneficiaries list={beneficiaires} />
          ) : (
            <Text c="dimmed">Ouverte à tous les usagers.</Text>
          )}
        </Part>
        <Part title="Stations" count={stations.length}>
          {stations.length > 0 ? (
            <PlainList gap="xs">
              {stations.map((station) => (
                <Group key={station.id} component="li" justify="space-between" wrap="nowrap">
                  <StationLink station={station} />
                  <Text span c="dimmed" flex="none">
                    {lockersOf(station)}
                  </Text>
                </Group>
              ))}
            </PlainList>
          ) : (
            <Text c="dimmed">Ne s'applique encore à aucune station.</Text>
          )}
        </Part>
      </SimpleGrid>
      <TariffActions tariff={tariff} />
    </Stack>
  );
}

/** The number with its word, and the quota of a subscription there: « 12 casiers », « 1 espace, quota 40 ». */
function lockersOf({ stationType, casiers, quota }: TariffWithLists["stations"][number]): string {
  const word = stationType === "indiv" ? "casier" : "espace";
  const lockers = `${formatCount(casiers.length)}\u00a0${word}${casiers.length > 1 ? "s" : ""}`;
  return quota === undefined ? lockers : `${lockers}, quota ${formatCount(quota)}`;
}

type PartProps = PropsWithChildren<{ title: string; count?: number }>;

function Part({ title, count = 0, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} size="h4" mb="xs">
        {title}
        {count > 0 && (
          <Text span c="dimmed">
            {" "}
            ({formatCount(count)})
          </Text>
        )}
      </Title>
      {children}
    </section>
  );
}

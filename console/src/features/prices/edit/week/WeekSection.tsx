import { Button, Group, Select, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCalendarWeek } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { tariffsQuery } from "@/entities/tariff/api";
import type { Tariff } from "@/features/prices/api";
import { formatDate } from "@/format";
import { email as plainEmail } from "@/format/pasted";
import { isEmail } from "@/format/rules";
import { QueryState } from "@/kit/lists/QueryState";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { Block } from "@/ui/layout/Block";
import { tariffStationsQuery, tariffWeekQuery } from "../api";
import { dateOf } from "./week";

const Week = lazyPart(async () => (await import("./Week")).Week, {
  fallback: <CardSkeleton lines={8} />,
});

const DEBOUNCE_MS = 400;
const DAYS_OF_A_WEEK = 7;

/** Which tariff wins when, at a station where this one applies: it is the server that chooses. */
export function WeekSection({ tariff }: { tariff: Tariff }) {
  const [opened, setOpened] = useState(false);
  return (
    <Block
      title="Calendrier de la semaine"
      action={
        <Button
          variant="default"
          aria-expanded={opened}
          leftSection={<IconCalendarWeek size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {opened ? "Masquer le calendrier" : "Afficher le calendrier"}
        </Button>
      }
    >
      <Text c="dimmed">
        Le tarif d'une utilisation selon le jour et l'heure de son début, d'après ce qui est
        enregistré.
      </Text>
      {opened && <WeekOfTariff tariff={tariff} />}
    </Block>
  );
}

function WeekOfTariff({ tariff }: { tariff: Tariff }) {
  const stations = useQuery(tariffStationsQuery(tariff.id));
  return (
    <QueryState query={stations} rows={3}>
      {(list) =>
        list.length === 0 ? (
          <Text mt="md">
            Ce tarif ne s'applique encore à aucune station&nbsp;: il n'y a rien à montrer.
          </Text>
        ) : (
          <WeekOfStation tariff={tariff} stations={list} />
        )
      }
    </QueryState>
  );
}

type WeekOfStationProps = {
  tariff: Tariff;
  stations: readonly {
    idStation: number;
    libelleAdminStation: string;
    libellePublicStation: string;
  }[];
};

const ANYBODY = "";

function WeekOfStation({ tariff, stations }: WeekOfStationProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [date, setDate] = useState<string>();
  const [subscription, setSubscription] = useState(tariff.abonnement ? String(tariff.id) : ANYBODY);
  const [typed, setTyped] = useState("");
  const [email] = useDebouncedValue(
    isEmail(plainEmail(typed)) ? plainEmail(typed) : undefined,
    DEBOUNCE_MS,
  );
  // The station may have been removed since it was chosen.
  const shown = stations.find(({ idStation }) => String(idStation) === chosen) ?? stations[0];
  const subscriptions = useQuery({
    ...tariffsQuery(tariff.idExploitant),
    select: (list) => list.filter(({ abonnement }) => abonnement),
  });
  const week = useQuery({
    ...tariffWeekQuery(shown?.idStation ?? 0, {
      semaine: date,
      email,
      abonnement: subscription === ANYBODY ? undefined : Number(subscription),
    }),
    enabled: shown !== undefined,
  });
  const monday = week.data?.lundi;
  const move = (weeks: number) => monday && setDate(dateOf(monday, weeks * DAYS_OF_A_WEEK));

  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} mt="md">
        <Select
          label="Station du calendrier"
          searchable
          allowDeselect={false}
          nothingFoundMessage="Aucune station ne porte ce nom."
          data={stations.map(({ idStation, libelleAdminStation, libellePublicStation }) => ({
            value: String(idStation),
            label: `${libelleAdminStation} – ${libellePublicStation}`,
          }))}
          value={shown ? String(shown.idStation) : null}
          onChange={setChosen}
        />
        <Select
          label="Abonnement de l'usager"
          allowDeselect={false}
          data={[
            { value: ANYBODY, label: "Sans abonnement" },
            ...(subscriptions.data ?? []).map(({ id, libelle }) => ({
              value: String(id),
              label: libelle,
            })),
          ]}
          value={subscription}
          onChange={(value) => setSubscription(value ?? ANYBODY)}
        />
        <TextInput
          type="email"
          label="Email de l'usager"
          placeholder="Un usager inconnu"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </SimpleGrid>
      <Group justify="space-between" gap="xs" my="md">
        <Button variant="default" size="xs" onClick={() => move(-1)}>
          Semaine précédente
        </Button>
        <Text fw={600} role="status">
          {monday &&
            `Du ${formatDate(monday)} au ${formatDate(dateOf(monday, DAYS_OF_A_WEEK - 1))}`}
        </Text>
        <Button variant="default" size="xs" onClick={() => move(1)}>
          Semaine suivante
        </Button>
      </Group>
      <QueryState query={week} loading={<CardSkeleton lines={8} />}>
        {({ lundi, casiers }) => <Week monday={lundi} groups={casiers} tariffId={tariff.id} />}
      </QueryState>
    </>
  );
}

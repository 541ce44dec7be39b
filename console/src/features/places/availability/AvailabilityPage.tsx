import { Group, Select, Text } from "@mantine/core";
import { IconFileSpreadsheet, IconFileTypePdf, IconGauge } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { capitalised, formatEuros, formatLong, formatMonth, isMonth } from "@/format";
import { List } from "@/kit/lists/List";
import { QueryState } from "@/kit/lists/QueryState";
import { useOpenRows } from "@/kit/lists/useOpenRows";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { StationLink } from "@/kit/routing/NamedLinks";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { notifyError } from "@/ui/feedback/notify";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { BusyButton } from "@/ui/form/BusyButton";
import { download } from "@/ui/form/download";
import { Block } from "@/ui/layout/Block";
import { type Fact, Facts } from "@/ui/layout/Facts";
import type { Column } from "@/ui/table/Table";
import {
  type Availability,
  type AvailabilityStation,
  availabilityQuery,
  useAvailabilityCSV,
  useAvailabilityPDF,
} from "./api";
import { ContractBlock } from "./ContractBlock";
import { lastMonths } from "./months";
import { StationMonth } from "./StationMonth";
import { availabilitySearch } from "./search";
import { hoursOf, percentOf } from "./words";

const TITLE = "Disponibilité";

/** How much of the hours that the contract counts the lockers of the chosen operator could be used. */
export function AvailabilityPage() {
  return (
    <OperatorFormPage
      title={TITLE}
      hint="Ses mois apparaîtront ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id }) => <Months key={id} operatorId={id} />}
    </OperatorFormPage>
  );
}

function Months({ operatorId }: { operatorId: number }) {
  const { search, set } = usePageSearch(availabilitySearch, { replace: false, besideForms: true });
  const months = lastMonths();
  const month = search.mois && isMonth(search.mois) ? search.mois : (months[0] ?? "");
  const offered = months.includes(month) ? months : [...months, month];
  return (
    <>
      <Select
        label="Mois"
        w="16rem"
        mb="md"
        allowDeselect={false}
        value={month}
        data={offered.map((value) => ({ value, label: capitalised(formatMonth(value)) }))}
        onChange={(mois) => mois && set({ mois, ouvertes: undefined })}
      />
      <Month operatorId={operatorId} month={month} />
      <ContractBlock operatorId={operatorId} month={month} />
    </>
  );
}

type MonthProps = { operatorId: number; month: string };

function Month({ operatorId, month }: MonthProps) {
  const query = useQuery(availabilityQuery(operatorId, month));
  return (
    <>
      <QueryState
        query={query}
        missing={`Rien n'est encore mesuré de ${formatMonth(month)}.`}
        loading={<CardSkeleton lines={4} />}
      >
        {(shown) => <Total shown={shown} operatorId={operatorId} />}
      </QueryState>
      {!query.isLoadingError && (
        <Block title="Par station" bare>
          <Stations operatorId={operatorId} month={month} />
        </Block>
      )}
    </>
  );
}

function Total({ shown, operatorId }: { shown: Availability; operatorId: number }) {
  const { total, engagement, depuisCloture, clotureLe, mesureAu, serveurSansEcoute } = shown;
  const facts: Fact[] = [
    { label: "Taux de disponibilité", value: percentOf(total.tauxDisponibilite) },
    {
      label: "Objectif",
      value: engagement.objectif > 0 ? percentOf(engagement.objectif) : "Aucun",
    },
    { label: "Heures dues", value: hoursOf(total.secondesDues) },
    { label: "Heures indisponibles", value: hoursOf(total.secondesIndisponibles) },
    { label: "Heures à cause exclue", value: hoursOf(total.secondesExclues) },
    { label: "Heures sans écoute du serveur", value: hoursOf(total.secondesSansEcoute) },
    { label: "Pénalité", value: formatEuros(total.penalite) },
  ];
  if (depuisCloture)
    facts.push(
      {
        label: "Taux avec les causes changées depuis la clôture",
        value: percentOf(depuisCloture.tauxDisponibilite),
      },
      { label: "Pénalité avec ces causes", value: formatEuros(depuisCloture.penalite) },
    );
  return (
    <Block title="Ensemble">
      <Text maw="72ch" mb="md">
        {clotureLe
          ? `Mois clôturé le ${formatLong(clotureLe)}. Le registre contient l'empreinte des indisponibilités, avec leurs causes d'alors.`
          : `Mesuré jusqu'au ${formatLong(mesureAu)}. Ces chiffres peuvent encore changer jusqu'à la clôture du mois.`}{" "}
        Une heure de dix casiers en compte dix.
        {serveurSansEcoute.length > 0 &&
          ` Le serveur n'a pas écouté les contrôleurs ${serveurSansEcoute.length} fois dans le mois\u00a0: ce temps n'est compté à personne.`}
      </Text>
      <Facts roomy items={facts} />
      <Files operatorId={operatorId} month={shown.mois} />
    </Block>
  );
}

function Files({ operatorId, month }: MonthProps) {
  const csv = useAvailabilityCSV(operatorId, month);
  const pdf = useAvailabilityPDF(operatorId, month);
  const save = (load: () => Promise<Blob>, type: string) =>
    load().then(
      (content) => download(content, `disponibilite-${month}.${type}`),
      (error: unknown) => notifyError(asApiError(error).message),
    );
  return (
    <Group mt="md" gap="sm" data-no-print>
      <BusyButton
        variant="default"
        busy={pdf.isPending}
        leftSection={<IconFileTypePdf size={18} stroke={1.75} aria-hidden />}
        onClick={() => save(() => pdf.mutateAsync(), "pdf")}
      >
        Télécharger le PDF
      </BusyButton>
      <BusyButton
        variant="default"
        busy={csv.isPending}
        leftSection={<IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />}
        onClick={() => save(() => csv.mutateAsync(), "csv")}
      >
        Télécharger le CSV
      </BusyButton>
    </Group>
  );
}

type Row = AvailabilityStation & { id: number };

const columns: Column<Row>[] = [
  { key: "nom", header: "Station", render: (station) => <StationLink station={station} /> },
  {
    key: "taux",
    header: "Taux",
    align: "right",
    render: ({ tauxDisponibilite }) => percentOf(tauxDisponibilite),
  },
  {
    key: "indisponibles",
    header: "Indisponibles",
    align: "right",
    render: ({ secondesIndisponibles }) => hoursOf(secondesIndisponibles),
  },
  {
    key: "exclues",
    header: "À cause exclue",
    align: "right",
    hideOnPhone: true,
    render: ({ secondesExclues }) => hoursOf(secondesExclues),
  },
  {
    key: "dues",
    header: "Dues",
    align: "right",
    hideOnPhone: true,
    render: ({ secondesDues }) => hoursOf(secondesDues),
  },
];

const toRows = ({ stations }: Availability): Row[] =>
  stations.map((station) => ({ ...station, id: station.idStation }));

function Stations({ operatorId, month }: MonthProps) {
  const { open, toggle } = useOpenRows();
  return (
    <List
      query={useQuery({ ...availabilityQuery(operatorId, month), select: toRows })}
      icon={<IconGauge />}
      table={{
        caption: "Disponibilité par station",
        columns,
        rowLabel: ({ nom }) => nom,
        renderDetails: ({ idStation }) => (
          <StationMonth operatorId={operatorId} month={month} stationId={idStation} />
        ),
        expanded: open,
        onToggle: toggle,
      }}
      empty={
        <EmptyState
          icon={<IconGauge />}
          title="Aucun casier n'était en place ce mois-là."
          hint="Choisissez un autre mois."
        />
      }
    />
  );
}

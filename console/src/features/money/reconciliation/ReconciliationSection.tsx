import { Paper, Text } from "@mantine/core";
import { IconBuildingBank, IconScale } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { DIFFERENCE_MEANINGS, differenceState } from "@/entities/difference/words";
import {
  counted,
  formatCount,
  formatDate,
  formatEuros,
  formatEurosChange,
  formatLong,
  plural,
} from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Sums } from "@/ui/layout/Sums";
import { type Column, Table } from "@/ui/table/Table";
import {
  type Reconciliation,
  type ReconciliationFigure,
  type ReconciliationPayout,
  reconciliationQuery,
} from "./api";
import { DifferencesBlock } from "./DifferencesBlock";
import classes from "./reconciliation.module.css";

const TITLE = "Rapprochement avec le prestataire";

type SectionProps = {
  operatorId: number;
  /** « 2026-10 » */
  month: string;
  /** False on a page that has the month's payouts already. */
  payouts?: boolean;
};

/** « Rapprochement » of a month: what is recorded here beside what the payment provider moved, differences and payouts. */
export function ReconciliationSection({ operatorId, month, payouts = true }: SectionProps) {
  return (
    <QueryState query={useQuery(reconciliationQuery(operatorId, month))} rows={8}>
      {(found) =>
        found.luLe ? (
          <>
            <Figures found={found} />
            <DifferencesBlock operatorId={operatorId} found={found} />
            {payouts && <Payouts found={found} />}
          </>
        ) : (
          <Block title={TITLE} bare>
            <EmptyState
              icon={<IconScale />}
              title="Les relevés du prestataire n'ont pas encore été lus."
              hint="Ils le sont toutes les heures. Le rapprochement apparaîtra ici."
            />
          </Block>
        )
      }
    </QueryState>
  );
}

const CHIP: Partial<Record<ReconciliationFigure["etat"], StatusColor>> = {
  rapproche: "green",
  en_attente: "yellow",
};

const FIGURE_COLUMNS: Column<ReconciliationFigure>[] = [
  {
    key: "etat",
    header: "État",
    render: ({ etat }) => (
      <span className={classes.state}>
        <StatusChip color={CHIP[etat] ?? "orange"} label={differenceState(etat)} />
        <span className={classes.detail}>{DIFFERENCE_MEANINGS[etat]}</span>
      </span>
    ),
  },
  {
    key: "nombre",
    header: "Nombre",
    align: "right",
    render: ({ nombre, expliques }) =>
      expliques > 0
        ? `${formatCount(nombre)}, dont ${formatCount(expliques)} ${plural(expliques, "expliqué")}`
        : formatCount(nombre),
  },
  {
    key: "nous",
    header: "Chez nous",
    align: "right",
    render: ({ montant }) => formatEuros(montant),
  },
  {
    key: "prestataire",
    header: "Chez le prestataire",
    align: "right",
    render: ({ montantPrestataire }) => formatEuros(montantPrestataire),
  },
];

function Figures({ found }: { found: Reconciliation }) {
  const { chiffres, montant, montantPrestataire, avantRegistre, luLe, depuis } = found;
  const shown = chiffres.filter(({ etat, nombre }) => nombre > 0 || etat === "rapproche");
  return (
    <Block title={TITLE} bare>
      <Text inherit maw="46rem" mb="sm">
        Ce qui a été encaissé ou remboursé par carte, comparé aux relevés du prestataire de
        paiement. Un remboursement compte en moins. Relevés lus le {luLe && formatLong(luLe)}
        {depuis && `, depuis le ${formatDate(depuis)}`}.
      </Text>
      <Paper withBorder p="md" mb="md">
        <Sums>
          <div>
            <dt>Total chez nous</dt>
            <dd>{formatEuros(montant + avantRegistre.montant)}</dd>
          </div>
          <div>
            <dt>Total chez le prestataire</dt>
            <dd>{formatEuros(montantPrestataire + avantRegistre.montantPrestataire)}</dd>
          </div>
          <div>
            <dt>Différence</dt>
            <dd>{formatEurosChange(montantPrestataire - montant)}</dd>
          </div>
        </Sums>
        {avantRegistre.nombre > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            {`Dont avant le registre\u00a0: ${counted(avantRegistre.nombre, "mouvement")}, ${formatEuros(avantRegistre.montantPrestataire)}, ni rapprochés ni comptés comme écarts.`}
          </Text>
        )}
      </Paper>
      <Table
        caption="Comparaison avec les relevés du prestataire"
        columns={FIGURE_COLUMNS}
        rows={shown}
        rowKey={({ etat }) => chiffres.findIndex((figure) => figure.etat === etat)}
      />
    </Block>
  );
}

const STATUSES: Record<ReconciliationPayout["statut"], { label: string; color: StatusColor }> = {
  en_cours: { label: "En cours", color: "yellow" },
  recu: { label: "Arrivé", color: "green" },
  echoue: { label: "Échoué", color: "red" },
};

const PAYOUT_COLUMNS: Column<ReconciliationPayout>[] = [
  { key: "date", header: "Arrivée", render: ({ date }) => formatDate(date) },
  { key: "statut", header: "Statut", render: ({ statut }) => <StatusChip {...STATUSES[statut]} /> },
  { key: "brut", header: "Encaissé", align: "right", render: ({ brut }) => formatEuros(brut) },
  {
    key: "remboursements",
    header: "Rendu",
    align: "right",
    render: ({ remboursements }) => formatEuros(remboursements),
  },
  { key: "frais", header: "Frais", align: "right", render: ({ frais }) => formatEuros(0 - frais) },
  {
    key: "net",
    header: "Reversé",
    align: "right",
    render: ({ net }) => <strong>{formatEuros(net)}</strong>,
  },
];

function Payouts({ found: { versements, nonVerse } }: { found: Reconciliation }) {
  return (
    <Block title="Versements du mois" bare>
      <Text inherit maw="46rem" mb="sm">
        La part de l'exploitant dans ce que le prestataire vire en banque. Ce qui est{" "}
        <em>encaissé</em> l'a été auprès des usagers&nbsp;; ce qui est <em>reversé</em> est viré en
        banque, une fois déduits les frais et ce qui a été rendu. Le prestataire détient encore{" "}
        {formatEuros(nonVerse.net)} à ce jour.
      </Text>
      {versements.length > 0 ? (
        <Table
          caption="Versements"
          columns={PAYOUT_COLUMNS}
          rows={versements}
          rowKey={(payout) => versements.indexOf(payout)}
        />
      ) : (
        <EmptyState
          icon={<IconBuildingBank />}
          title="Aucun versement dans ce mois"
          hint="Un encaissement est reversé quelques jours plus tard."
        />
      )}
    </Block>
  );
}

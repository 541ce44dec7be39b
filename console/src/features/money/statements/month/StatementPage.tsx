import { SimpleGrid } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ReconciliationSection } from "@/features/money/reconciliation/ReconciliationSection";
import { capitalised, formatMonth, isMonth } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { useListSearch } from "@/kit/lists/useListSearch";
import { RecordSkeleton } from "@/kit/records/RecordPage";
import { NoOperator } from "@/kit/routing/ForOperator";
import { useBack } from "@/kit/routing/page";
import { usePathPart } from "@/kit/routing/pageSearch";
import { useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PrintButton } from "@/ui/layout/PrintButton";
import { type Statement, type StatementFigure, statementQuery } from "../api";
import { statementSearch } from "../search";
import { STATES, TITLE } from "../words";
import { Account } from "./Account";
import { Closing } from "./Closing";
import { DocumentsTable } from "./DocumentsTable";
import { Files } from "./Files";
import { LinesModal } from "./LinesModal";
import { Meanings } from "./Meanings";
import { Payouts } from "./Payouts";
import { VatTable } from "./VatTable";

/** The statement of one month of the chosen operator. */
export function StatementPage() {
  const mois = usePathPart("mois");
  const operator = useOperator();
  const back = useBack();
  if (operator && isMonth(mois))
    return <MonthOf key={`${operator.id} ${mois}`} operatorId={operator.id} month={mois} />;
  return (
    <>
      <PageHeader title={TITLE} back={back} />
      {operator ? (
        <EmptyState
          icon={<IconReportMoney />}
          title="Cette adresse ne désigne aucun mois."
          hint="Revenez à la liste des mois."
        />
      ) : (
        <NoOperator hint="Ses mois apparaîtront ici dès qu'un exploitant vous sera ouvert." />
      )}
    </>
  );
}

type MonthProps = { operatorId: number; month: string };

function MonthOf({ operatorId, month }: MonthProps) {
  const statement = useQuery(statementQuery(operatorId, month));
  const { data } = statement;
  return (
    <>
      <PageHeader
        title={TITLE}
        subject={capitalised(formatMonth(month))}
        state={data && <StatusChip {...STATES[data.etat]} />}
        back={useBack()}
        action={data && <PrintButton />}
      />
      <QueryState
        query={statement}
        missing={`Aucun compte n'est à rendre pour ${formatMonth(month)}.`}
        loading={<RecordSkeleton lines={8} />}
      >
        {(loaded) => <Content statement={loaded} />}
      </QueryState>
    </>
  );
}

const of = (figures: readonly StatementFigure[], section: StatementFigure["rubrique"]) =>
  figures.filter(({ rubrique }) => rubrique === section);

function Content({ statement }: { statement: Statement }) {
  const { exploitant, mois, chiffres, tva, documents, etat } = statement;
  const { search, set, narrow } = useListSearch(statementSearch);
  const open = (chiffre: string) => narrow({ chiffre });
  const all = [
    ...chiffres,
    ...tva.flatMap(({ encaisse, rembourse }) => [encaisse, rembourse]),
    ...documents.map(({ chiffre }) => chiffre),
  ];
  const opened = all.find(({ cle }) => cle === search.chiffre);
  const tests = of(chiffres, "tests").filter(({ nombre }) => nombre > 0);
  return (
    <>
      <Closing statement={statement} />
      <Block title="Solde exigible" bare>
        <Account
          caption="Solde exigible"
          figures={of(chiffres, "solde")}
          opening={{
            label: "Solde exigible à l'ouverture",
            amount: statement.soldeOuverture,
          }}
          closing={{
            label:
              etat === "ouvert" ? "Solde exigible à cet instant" : "Solde exigible à la clôture",
            amount: statement.soldeCloture,
          }}
          onOpen={open}
        />
      </Block>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing={0}>
        <Block title="Remboursements" bare>
          <Account
            caption="Remboursements"
            figures={of(chiffres, "remboursements")}
            onOpen={open}
          />
        </Block>
        <Block title="Encaissé sans être dû" bare>
          <Account caption="Encaissé sans être dû" figures={of(chiffres, "non_du")} onOpen={open} />
        </Block>
      </SimpleGrid>
      <Block title="TVA par taux" bare>
        <VatTable rates={tva} onOpen={open} />
      </Block>
      <Block title="Reçus et avoirs numérotés" bare>
        <DocumentsTable documents={documents} onOpen={open} />
      </Block>
      {statement.prestataire && (
        <Block title="Compte du prestataire de paiement" bare>
          <Account
            caption="Compte du prestataire de paiement"
            figures={statement.prestataire.chiffres}
            elsewhere={chiffres
              .filter(({ rubrique }) => rubrique !== "prestataire")
              .map(({ cle }) => cle)}
            opening={{
              label: "Dû par le prestataire à l'ouverture",
              amount: statement.prestataire.soldeOuverture,
            }}
            closing={{
              label:
                etat === "ouvert"
                  ? "Dû par le prestataire à cet instant"
                  : "Dû par le prestataire à la clôture",
              amount: statement.prestataire.soldeCloture,
            }}
            onOpen={open}
          />
        </Block>
      )}
      <Block title="Versements du prestataire de paiement" bare>
        <Payouts payouts={statement.versements} />
      </Block>
      <ReconciliationSection operatorId={exploitant} month={mois} payouts={false} />
      {tests.length > 0 && (
        <Block title="Dont paiements de test" bare>
          <Account caption="Dont paiements de test" figures={tests} onOpen={open} />
        </Block>
      )}
      <Files statement={statement} />
      <Meanings />
      {opened && (
        <LinesModal
          operatorId={exploitant}
          month={mois}
          figure={opened}
          onClose={() =>
            set({ chiffre: undefined, page: undefined, apres: undefined, avant: undefined })
          }
        />
      )}
    </>
  );
}

import { IconZoomMoney } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { ofName, personName } from "@/entities/account/names";
import { formatEuros } from "@/format";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { ForOperator } from "@/kit/routing/ForOperator";
import { type Debt, debtsFile, debtsQuery } from "./api";
import { columns } from "./columns";
import { DebtPayments } from "./DebtPayments";
import { debtSearch } from "./search";
import { Totals } from "./Totals";

const TITLE = "Créances";

const WORDS = {
  pages: "Pages des créances",
  empty: {
    title: "Aucune créance n'est présente dans cette exploitation.",
    hint: "Ce qu'un usager doit apparaîtra ici dès la fin de son utilisation, jusqu'à son règlement.",
  },
  noMatch: {
    title: "Aucune créance ne correspond à votre recherche.",
    hint: "Vérifiez l'orthographe, ou cherchez plus largement.",
    widen: "Effacer la recherche",
  },
};

const rowLabel = (debt: Debt) => `la créance ${ofName(personName(debt))}`;

/** What people owe the chosen operator, and since when. */
export function DebtsPage() {
  return (
    <ForOperator
      title={TITLE}
      hint="Ses créances apparaîtront ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id, nom }) => <Debts key={id} operatorId={id} subtitle={nom} />}
    </ForOperator>
  );
}

function Debts({ operatorId, subtitle }: { operatorId: number; subtitle: string }) {
  const list = useListSearch(debtSearch);
  const debts = useQuery(debtsQuery(operatorId, list.search));
  const renderDetails = useCallback(
    (debt: Debt) => <DebtPayments operatorId={operatorId} debt={debt} />,
    [operatorId],
  );
  return (
    <ListPage
      title={TITLE}
      subtitle={subtitle}
      icon={<IconZoomMoney />}
      words={WORDS}
      list={list}
      query={debts}
      columns={columns}
      details={{ rowLabel, renderDetails }}
      views={!debts.isLoadingError && <Totals debts={debts.data} />}
      searchBox={{ label: "Chercher par nom ou par email", maxLength: 255 }}
      sums={debts.data ? `${formatEuros(debts.data.montantTrouve)} à régler` : ""}
      download={useExport(debtsFile(operatorId, list.search, debts.data?.au))}
    />
  );
}

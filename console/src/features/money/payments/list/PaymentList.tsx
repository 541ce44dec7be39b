import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import type { Operator } from "@/entities/operator/api";
import { withOperator } from "@/entities/operator/column";
import { paymentSumsQuery } from "@/entities/payment/sums/api";
import { sumsInWords } from "@/entities/payment/sums/words";
import type { Payment } from "@/entities/payment/types";
import { useChips } from "@/entities/stay/filters/chips";
import { FilterButton } from "@/entities/stay/filters/FilterButton";
import { NO_FILTER } from "@/entities/stay/filters/filters";
import { formatEuros } from "@/format";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { PaymentModal } from "../details/PaymentModal";
import { MonthButton } from "../documents/MonthButton";
import { listFilters, paymentListQuery, paymentsFile } from "../listQuery";
import { type PaymentSearch, paymentSearch } from "../search";
import { ViewBar } from "../views/ViewBar";
import { paymentLabel } from "../wording";
import { columns } from "./columns";
import { RowDetails } from "./RowDetails";

export const TITLE = "Liste des paiements";

const WORDS = {
  pages: "Pages de la liste des paiements",
  empty: {
    title: "Aucun paiement n'est présent dans cette exploitation.",
    hint: "Un paiement apparaîtra ici dès la première utilisation.",
  },
  noMatch: {
    title: "Aucun paiement ne correspond à votre recherche.",
    hint: "Vérifiez l'orthographe, ou cherchez plus largement.",
    widen: "Effacer la recherche et les filtres",
  },
};

const NOTHING_TO_FOLLOW = {
  title: "Aucun paiement n'est à suivre.",
  hint: "Rien n'a été présenté en vain, n'attend la réponse du prestataire depuis plus d'une heure, ni n'est contesté.",
  widen: "Voir tous les paiements",
};

const NOT_AMONG_THOSE_TO_FOLLOW = {
  title: "Aucun paiement à suivre ne correspond à votre recherche.",
  hint: "Il est peut-être parmi les autres.",
  widen: "Chercher dans tous les paiements",
};

/** What is said where nothing matches, and the state that looks wider. */
const widerThan = ({ suivi, recherche }: PaymentSearch) => {
  if (!suivi) return { words: WORDS, noFilter: NO_FILTER };
  const noMatch = recherche ? NOT_AMONG_THOSE_TO_FOLLOW : NOTHING_TO_FOLLOW;
  return { words: { ...WORDS, noMatch }, noFilter: { ...NO_FILTER, recherche } };
};

type PaymentListProps = {
  subtitle: string;
  scope: Scope;
  /** The operators to filter by; undefined on the page of one operator. */
  operators?: readonly Operator[];
};

/** The payments of one operator or of all. */
export function PaymentList({ subtitle, scope, operators }: PaymentListProps) {
  const list = useListSearch(paymentSearch);
  const { search, set, narrow } = list;
  const show = (id: number | undefined) => set({ paiement: id }, { replace: true });
  const payments = useQuery(paymentListQuery(scope, search));
  const { data: sums } = useQuery(
    paymentSumsQuery(scope, listFilters(scope, search), search.exploitant),
  );

  return (
    <>
      <ListPage
        title={TITLE}
        subtitle={subtitle}
        icon={<IconReceipt />}
        {...widerThan(search)}
        list={list}
        query={payments}
        columns={scope === undefined ? withOperator(columns, operators) : columns}
        details={{
          rowLabel: paymentLabel,
          renderDetails: (payment: Payment) => (
            <RowDetails payment={payment} scope={scope} onDetails={() => show(payment.id)} />
          ),
        }}
        views={
          <ViewBar
            scope={scope}
            state={search}
            onChoose={(state) => narrow({ ...NO_FILTER, recherche: undefined, ...state })}
          />
        }
        searchBox={{ label: "Chercher par nom, email ou identifiant" }}
        filters={
          <FilterButton
            title="Filtres liste des paiements"
            scope={scope}
            filters={search}
            onApply={narrow}
            operators={operators}
          />
        }
        chips={useChips(scope, search, operators, formatEuros)}
        sums={sumsInWords(sums)}
        files={scope !== undefined && <MonthButton operatorId={scope} />}
        download={useExport(paymentsFile(scope, search))}
      />
      {search.paiement !== undefined && (
        <UnsavedProvider>
          <PaymentModal
            key={search.paiement}
            id={search.paiement}
            listed={payments.data?.items.find(({ id }) => id === search.paiement)}
            operators={operators}
            onClose={() => show(undefined)}
          />
        </UnsavedProvider>
      )}
    </>
  );
}

import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/data/operators";
import type { Payment } from "@/data/payments";
import type { Scope } from "@/data/scope";
import { ExportButton, ExportProgress } from "@/kit/export/ExportBar";
import { useExport } from "@/kit/export/useExport";
import { useChips } from "@/kit/filters/chips";
import { FilterButton } from "@/kit/filters/FilterButton";
import { NO_FILTER } from "@/kit/filters/filters";
import { ListResults, NoMatch } from "@/kit/lists/ListResults";
import tools from "@/kit/lists/lists.module.css";
import { useListSearch } from "@/kit/lists/useListSearch";
import { useOpenRow } from "@/kit/lists/useOpenRow";
import { EmptyState } from "@/ui/EmptyState";
import { ExpandableTable } from "@/ui/ExpandableTable";
import { FilterChips } from "@/ui/FilterChips";
import { PageHeader } from "@/ui/PageHeader";
import { SearchBox } from "@/ui/SearchBox";
import { UnsavedProvider } from "@/ui/unsaved";
import { useDebouncedSearch } from "@/ui/useDebouncedSearch";
import { formatEuros } from "@/words/format";
import { PaymentModal } from "../details/PaymentModal";
import { paymentListQuery, paymentsFile } from "../listQuery";
import { paymentSearch } from "../search";
import { paymentLabel } from "../wording";
import { columns } from "./columns";
import { RowDetails } from "./RowDetails";

type PaymentListProps = {
  subtitle: string;
  scope: Scope;
  /** The operators to filter by; undefined on the page of one operator. */
  operators?: readonly Operator[];
};

/** The payments of one operator or of all, ten a page, with search, filters and export. */
export function PaymentList({ subtitle, scope, operators }: PaymentListProps) {
  const list = useListSearch(paymentSearch);
  const { search, set, narrow, goToPage } = list;
  const show = useCallback(
    (id: number | undefined) => set({ paiement: id }, { replace: true }),
    [set],
  );
  const { text, type } = useDebouncedSearch(search.recherche ?? "", (query) =>
    narrow({ recherche: query || undefined }, { replace: true }),
  );
  const payments = useQuery(paymentListQuery(scope, search));
  const { items = [], total = 0 } = payments.data ?? {};
  const openRow = useOpenRow(list, payments, items);
  const renderDetails = useCallback(
    (payment: Payment) => <RowDetails payment={payment} onDetails={() => show(payment.id)} />,
    [show],
  );
  const chips = useChips(scope, search, operators, formatEuros);
  const download = useExport(paymentsFile(scope, search));
  const refused = payments.isLoadingError && asApiError(payments.error).status === 403;

  return (
    <>
      <PageHeader
        title="Liste des paiements"
        subtitle={subtitle}
        action={!refused && <ExportButton download={download} />}
      />
      {!refused && (
        <search className={tools.tools}>
          <SearchBox label="Chercher par nom, email ou identifiant" value={text} onChange={type} />
          <FilterButton
            title="Filtres liste des paiements"
            scope={scope}
            filters={search}
            onApply={narrow}
            operators={operators}
          />
          <FilterChips
            chips={chips}
            onRemove={(key) => narrow(chips.find((chip) => chip.key === key)?.without ?? {})}
          />
        </search>
      )}
      <ExportProgress download={download} total={total} />
      <ListResults
        query={payments}
        shown={items.length}
        total={total}
        page={search.page ?? 1}
        onPage={goToPage}
        label="Pages de la liste des paiements"
        icon={<IconReceipt />}
        empty={
          chips.length > 0 || search.recherche !== undefined ? (
            <NoMatch
              title="Aucun paiement ne correspond à votre recherche."
              hint="Vérifiez l'orthographe, ou cherchez plus largement."
              widen="Effacer la recherche et les filtres"
              onWiden={() => narrow({ ...NO_FILTER, recherche: undefined })}
            />
          ) : (
            <EmptyState
              icon={<IconReceipt />}
              title="Aucun paiement n'est présent dans cette exploitation."
              hint="Un paiement apparaîtra ici dès la première utilisation."
            />
          )
        }
      >
        <ExpandableTable
          caption={`Liste des paiements, ${subtitle}`}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowLabel={paymentLabel}
          renderDetails={renderDetails}
          {...openRow}
          loading={payments.isPlaceholderData}
        />
      </ListResults>
      {search.paiement !== undefined && (
        <UnsavedProvider>
          <PaymentModal
            key={search.paiement}
            id={search.paiement}
            listed={items.find(({ id }) => id === search.paiement)}
            operators={operators}
            onClose={() => show(undefined)}
          />
        </UnsavedProvider>
      )}
    </>
  );
}

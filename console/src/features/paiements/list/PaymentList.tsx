import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/auth/account";
import { ExpandableTable } from "@/shared/ui/ExpandableTable";
import { FilterChips } from "@/shared/ui/FilterChips";
import { LoadError } from "@/shared/ui/LoadError";
import { MissingPage } from "@/shared/ui/MissingPage";
import { PageHeader } from "@/shared/ui/PageHeader";
import { Pager } from "@/shared/ui/Pager";
import { SearchBox } from "@/shared/ui/SearchBox";
import { ListSkeleton } from "@/shared/ui/Skeletons";
import { UnsavedProvider } from "@/shared/ui/unsaved";
import { useTyped } from "@/shared/ui/useTyped";
import { PaymentModal } from "../details/PaymentModal";
import { ExportButton, ExportProgress } from "../export/ExportBar";
import { useExport } from "../export/useExport";
import { chipsOf } from "../filters/chips";
import { PaymentFilters } from "../filters/PaymentFilters";
import { useLockers, useStations } from "../filters/places";
import { paymentsQuery } from "../queries";
import { NO_FILTER, type Scope } from "../search";
import { paymentLabel } from "../wording";
import { columns } from "./columns";
import classes from "./list.module.css";
import { NoPayment } from "./NoPayment";
import { RowDetails } from "./RowDetails";
import { usePaymentSearch } from "./usePaymentSearch";

const PAGE_SIZE = 10;

type PaymentListProps = {
  subtitle: string;
  scope: Scope;
  /** Among which to filter; undefined where the payments of one operator alone are listed. */
  operators?: readonly Operator[];
};

/** The payments of one operator or of all: searched, filtered, exported, ten a page. */
export function PaymentList({ subtitle, scope, operators }: PaymentListProps) {
  const { search, narrow, turnTo, toggle, show } = usePaymentSearch();
  const { text, type } = useTyped(search.recherche ?? "", (sought) =>
    narrow({ recherche: sought || undefined }, { replace: true }),
  );
  const payments = useQuery(paymentsQuery(scope, search));
  const { items = [], total = 0 } = payments.data ?? {};
  const stations = useStations(scope ?? search.exploitant, search.stations !== undefined).data;
  const { lockers } = useLockers(search.casiers ? (search.stations ?? []) : []);
  const chips = chipsOf(scope, search, { operators, stations, lockers });
  const download = useExport(scope, search);
  const page = search.page ?? 1;
  const refused = payments.isLoadingError && asApiError(payments.error).status === 403;

  return (
    <>
      <PageHeader
        title="Liste des paiements"
        subtitle={subtitle}
        action={!refused && <ExportButton download={download} />}
      />
      {!refused && (
        <search className={classes.tools}>
          <SearchBox label="Chercher par nom, email ou identifiant" value={text} onChange={type} />
          <PaymentFilters scope={scope} search={search} onApply={narrow} operators={operators} />
          <FilterChips
            chips={chips}
            onRemove={(key) => narrow(chips.find((chip) => chip.key === key)?.without ?? {})}
          />
        </search>
      )}
      <ExportProgress download={download} total={total} />
      {payments.isLoadingError ? (
        <LoadError
          message={asApiError(payments.error).message}
          requestId={asApiError(payments.error).requestId}
          onRetry={() => void payments.refetch()}
        />
      ) : !payments.data ? (
        <ListSkeleton rows={PAGE_SIZE} />
      ) : (
        <div className={classes.results}>
          {items.length > 0 ? (
            <ExpandableTable
              caption={`Liste des paiements, ${subtitle}`}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              rowLabel={paymentLabel}
              renderDetails={(payment) => (
                <RowDetails payment={payment} onDetails={() => show(payment.id)} />
              )}
              expanded={new Set(search.ligne === undefined ? [] : [search.ligne])}
              onToggle={toggle}
              loading={payments.isPlaceholderData}
            />
          ) : total > 0 ? (
            <MissingPage
              icon={<IconReceipt />}
              onLast={() => turnTo(Math.ceil(total / PAGE_SIZE))}
            />
          ) : (
            <NoPayment
              narrowed={chips.length > 0 || search.recherche !== undefined}
              onWiden={() => narrow({ ...NO_FILTER, recherche: undefined })}
            />
          )}
          {(items.length > 0 || total === 0) && (
            <Pager
              page={page}
              total={total}
              pageSize={PAGE_SIZE}
              label="Pages de la liste des paiements"
              onChange={turnTo}
            />
          )}
        </div>
      )}
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

import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/data/operators";
import type { Scope } from "@/data/scope";
import { ExportButton, ExportProgress } from "@/kit/export/ExportBar";
import { useExport } from "@/kit/export/useExport";
import { useChips } from "@/kit/filters/chips";
import { FilterButton } from "@/kit/filters/FilterButton";
import { NO_FILTER } from "@/kit/filters/filters";
import { ListResults, NoMatch } from "@/kit/lists/ListResults";
import tools from "@/kit/lists/lists.module.css";
import { useListSearch } from "@/kit/lists/useListSearch";
import { EmptyState } from "@/ui/EmptyState";
import { ExpandableTable } from "@/ui/ExpandableTable";
import { FilterChips } from "@/ui/FilterChips";
import { PageHeader } from "@/ui/PageHeader";
import { formatAmount, formatCount } from "@/words/format";
import { columns, rowLabel } from "./columns";
import { stayListQuery, staysFile } from "./listQuery";
import { StayDetails } from "./StayDetails";
import { staySearch } from "./search";
import classes from "./stays.module.css";

type StayListProps = {
  subtitle: string;
  scope: Scope;
  /** The operators to filter by; undefined on the page of one operator. */
  operators?: readonly Operator[];
};

/** The stays of one operator or of all, ten a page, with count, filters and export. */
export function StayList({ subtitle, scope, operators }: StayListProps) {
  const { search, set, narrow, goToPage, toggle } = useListSearch(staySearch);
  const stays = useQuery(stayListQuery(scope, search));
  const { history: rows = [], count = 0 } = stays.data ?? {};
  const chips = useChips(scope, search, operators, formatAmount);
  const download = useExport(staysFile(scope, search));
  const refused = stays.isLoadingError && asApiError(stays.error).status === 403;

  const open = search.ligne;
  const missing = open !== undefined && !rows.some(({ id }) => id === open);
  const settled = stays.isSuccess && !stays.isFetching;
  // Forgets an open row that the list no longer holds: otherwise it would reopen by itself once a wider
  // filter brings it back.
  useEffect(() => {
    if (missing && settled) set({ ligne: undefined }, { replace: true });
  });

  return (
    <>
      <PageHeader
        title="Historique des utilisations"
        subtitle={subtitle}
        action={!refused && <ExportButton download={download} />}
      />
      {!refused && (
        <search className={tools.tools}>
          <p className={classes.total}>
            Total d'utilisations <strong>{stays.data ? formatCount(count) : "–"}</strong>
          </p>
          <FilterButton
            title="Filtres historique des utilisations"
            scope={scope}
            filters={search}
            onApply={narrow}
            operators={operators}
            stopReasons
          />
          <FilterChips
            chips={chips}
            onRemove={(key) => narrow(chips.find((chip) => chip.key === key)?.without ?? {})}
          />
        </search>
      )}
      <ExportProgress download={download} total={count} />
      <ListResults
        query={stays}
        shown={rows.length}
        total={count}
        page={search.page ?? 1}
        onPage={goToPage}
        label="Pages de l'historique des utilisations"
        icon={<IconHistory />}
        empty={
          chips.length > 0 ? (
            <NoMatch
              title="Aucune utilisation ne correspond à vos filtres."
              hint="Cherchez plus largement."
              widen="Effacer les filtres"
              onWiden={() => narrow(NO_FILTER)}
            />
          ) : (
            <EmptyState
              icon={<IconHistory />}
              title="Aucune utilisation n'est présente dans l'historique."
              hint="Une utilisation apparaîtra ici dès son commencement."
            />
          )
        }
      >
        <ExpandableTable
          caption={`Historique des utilisations, ${subtitle}`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowLabel={rowLabel}
          renderDetails={(stay) => <StayDetails stay={stay} scope={scope} />}
          expanded={new Set(open === undefined ? [] : [open])}
          onToggle={toggle}
          loading={stays.isPlaceholderData}
        />
      </ListResults>
    </>
  );
}

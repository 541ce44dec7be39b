import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/data/operators";
import type { Scope } from "@/data/scope";
import type { Stay } from "@/data/stays";
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
  const list = useListSearch(staySearch);
  const { search, narrow, goToPage } = list;
  const stays = useQuery(stayListQuery(scope, search));
  const { history: rows = [], count = 0 } = stays.data ?? {};
  const chips = useChips(scope, search, operators, formatAmount);
  const download = useExport(staysFile(scope, search));
  const refused = stays.isLoadingError && asApiError(stays.error).status === 403;

  const openRow = useOpenRow(list, stays, rows);
  const renderDetails = useCallback(
    (stay: Stay) => <StayDetails stay={stay} scope={scope} />,
    [scope],
  );

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
          renderDetails={renderDetails}
          {...openRow}
          loading={stays.isPlaceholderData}
        />
      </ListResults>
    </>
  );
}

import { Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import type { Operator } from "@/entities/operator/api";
import { withOperator } from "@/entities/operator/column";
import { staySumsQuery } from "@/entities/payment/sums/api";
import { sumsInWords } from "@/entities/payment/sums/words";
import { useChips } from "@/entities/stay/filters/chips";
import { FilterButton } from "@/entities/stay/filters/FilterButton";
import { NO_FILTER } from "@/entities/stay/filters/filters";
import { formatAmount, formatTotal } from "@/format";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import type { Stay } from "./api";
import { columns, rowLabel } from "./columns";
import { listFilters, stayPageQuery, staysFile } from "./listQuery";
import { StayDetails } from "./StayDetails";
import { staySearch } from "./search";
import classes from "./stays.module.css";

export const TITLE = "Historique des utilisations";

const WORDS = {
  pages: "Pages de l'historique des utilisations",
  empty: {
    title: "Aucune utilisation n'est présente dans l'historique.",
    hint: "Une utilisation apparaîtra ici dès son commencement.",
  },
  noMatch: {
    title: "Aucune utilisation ne correspond à vos filtres.",
    hint: "Cherchez plus largement.",
    widen: "Effacer les filtres",
  },
};

type StayListProps = {
  subtitle: string;
  scope: Scope;
  /** The operators to filter by; undefined on the page of one operator. */
  operators?: readonly Operator[];
};

/** The stays of one operator or of all, with their number. */
export function StayList({ subtitle, scope, operators }: StayListProps) {
  const list = useListSearch(staySearch);
  const { search, narrow } = list;
  const stays = useQuery(stayPageQuery(scope, search));
  const exploitant = scope ?? search.exploitant;
  const { data: sums } = useQuery(staySumsQuery({ exploitant, ...listFilters(scope, search) }));

  return (
    <ListPage
      title={TITLE}
      subtitle={subtitle}
      icon={<IconHistory />}
      words={WORDS}
      list={list}
      query={stays}
      columns={scope === undefined ? withOperator(columns, operators) : columns}
      details={{
        rowLabel,
        renderDetails: (stay: Stay) => <StayDetails stay={stay} scope={scope} />,
      }}
      filters={
        <>
          <Text c="dimmed" className={classes.total}>
            Total d'utilisations <strong>{stays.data ? formatTotal(stays.data) : "–"}</strong>
          </Text>
          <Text c="dimmed" mr="auto">
            {sumsInWords(sums)}
          </Text>
          <FilterButton
            title="Filtres historique des utilisations"
            scope={scope}
            filters={search}
            onApply={narrow}
            operators={operators}
            stopReasons
          />
        </>
      }
      chips={useChips(scope, search, operators, formatAmount)}
      noFilter={NO_FILTER}
      download={useExport(staysFile(scope, search))}
    />
  );
}

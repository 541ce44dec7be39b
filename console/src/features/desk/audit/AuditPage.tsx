import { Button } from "@mantine/core";
import { IconNotebook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditLine } from "@/entities/audit/api";
import { auditColumns } from "@/entities/audit/columns";
import { colleaguesQuery } from "@/entities/work/api";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { ForOperator } from "@/kit/routing/ForOperator";
import { PageLink } from "@/kit/routing/PageLink";
import { useRights } from "@/session/rights";
import type { Column } from "@/ui/table/Table";
import { AuditFilters } from "./AuditFilters";
import { AuditObjectLink } from "./AuditObjectLink";
import { chipsOf } from "./chips";
import { auditFile, auditPageQuery } from "./listQuery";
import { auditSearch, NO_FILTER } from "./search";

const TITLE = "Journal";

const WORDS = {
  pages: "Pages du journal",
  empty: {
    title: "Rien n'est encore inscrit au journal.",
    hint: "Chaque modification et chaque action à distance y laisse une ligne.",
  },
  nothing: {
    title: "Rien au journal à ce sujet.",
    hint: "Le journal garde ce qui s'est passé ces derniers mois\u00a0: ce qui est plus ancien n'y est plus.",
    widen: "Voir tout le journal",
  },
  noMatch: {
    title: "Aucune ligne du journal ne correspond à vos filtres.",
    hint: "Cherchez plus largement.",
    widen: "Effacer les filtres",
  },
};

/** The audit log of the chosen operator; administrators may read that of all operators. */
export function AuditPage() {
  return (
    <ForOperator
      title={TITLE}
      hint="Son journal apparaîtra ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id, nom }) => <AuditLog operatorId={id} operatorName={nom} />}
    </ForOperator>
  );
}

function AuditLog({ operatorId, operatorName }: { operatorId: number; operatorName: string }) {
  const list = useListSearch(auditSearch);
  const { search, narrow } = list;
  const { administrator } = useRights();
  const all = administrator && search.tous !== undefined;
  const scope = all ? undefined : operatorId;
  const log = useQuery(auditPageQuery(scope, search));
  const lines = log.data?.items ?? [];
  const { data: staff = [] } = useQuery(colleaguesQuery(operatorId));
  const columns = useMemo(() => columnsOf(all), [all]);
  return (
    <ListPage
      title={TITLE}
      subtitle={all ? "Tous les exploitants" : operatorName}
      icon={<IconNotebook />}
      words={search.objet ? { ...WORDS, noMatch: WORDS.nothing } : WORDS}
      list={list}
      query={log}
      columns={columns}
      filters={
        <>
          <AuditFilters search={search} operatorId={operatorId} staff={staff} onApply={narrow} />
          {administrator && (
            <Button
              variant={all ? "light" : "default"}
              aria-pressed={all}
              onClick={() => narrow({ tous: all ? undefined : "oui" })}
            >
              Tous les exploitants
            </Button>
          )}
        </>
      }
      chips={chipsOf(
        search,
        [...staff, ...lines.flatMap(({ acteur }) => (acteur?.id ? acteur : []))],
        lines,
      )}
      noFilter={NO_FILTER}
      download={useExport(auditFile(scope, search))}
      downloadLabel="Exporter le journal"
    />
  );
}

/** Each line has its place and its object, with their pages; where several operators stand together, also whose it is. */
function columnsOf(all: boolean): Column<AuditLine>[] {
  const columns: Column<AuditLine>[] = [
    ...auditColumns("casier"),
    {
      key: "ou",
      header: "Station",
      render: ({ station }) =>
        station ? <PageLink to={`/tb-stations/${station.id}/details`} name={station.nom} /> : "–",
    },
    { key: "objet", header: "Objet", render: (line) => <AuditObjectLink line={line} all={all} /> },
  ];
  if (!all) return columns;
  const whose: Column<AuditLine> = {
    key: "exploitant",
    header: "Exploitant",
    render: ({ exploitant }) => exploitant?.nom ?? "Plateforme",
  };
  return columns.toSpliced(2, 0, whose);
}

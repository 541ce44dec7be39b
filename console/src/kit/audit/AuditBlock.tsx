import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { AUDIT_PAGE_SIZE, type AuditLine, auditQuery } from "@/data/audit";
import { operatorsQuery } from "@/data/operators";
import { Block } from "@/ui/Block";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { LoadError } from "@/ui/LoadError";
import { Pager } from "@/ui/Pager";
import { ListSkeleton } from "@/ui/Skeletons";
import { formatDateTime } from "@/words/format";
import classes from "./AuditBlock.module.css";
import { changesOf } from "./changes";
import { actorOf, type LockerWord, sentenceOf } from "./sentences";

function columnsFor(word: LockerWord): Column<AuditLine>[] {
  return [
    { key: "quand", header: "Quand", render: ({ instant }) => formatDateTime(instant) },
    { key: "qui", header: "Qui", render: actorOf },
    { key: "quoi", header: "Quoi", render: (line) => <What line={line} word={word} /> },
  ];
}

type AuditBlockProps = {
  /** Undefined: all operators, which only administrators may read. */
  operatorId?: number;
  /** The object, as in « station:5 ». */
  about: string;
  word: LockerWord;
};

/** The audit log of one object, newest first. */
export function AuditBlock({ operatorId, about, word }: AuditBlockProps) {
  const [page, setPage] = useState(1);
  const audit = useQuery(auditQuery(operatorId, about, page));
  const { data } = audit;
  return (
    <Block title="Journal" bare>
      {audit.isLoadingError ? (
        <LoadError
          message={asApiError(audit.error).message}
          requestId={asApiError(audit.error).requestId}
          onRetry={() => void audit.refetch()}
        />
      ) : !data ? (
        <ListSkeleton />
      ) : data.total === 0 ? (
        <EmptyState
          icon={<IconHistory />}
          title="Rien n'est encore inscrit au journal."
          hint="Chaque modification et chaque action à distance y laisse une ligne."
        />
      ) : (
        <>
          <ExpandableTable
            caption="Journal"
            columns={columnsFor(word)}
            rows={data.items}
            rowKey={({ id }) => id}
          />
          <div className={classes.pager}>
            <Pager
              page={page}
              total={data.total}
              pageSize={AUDIT_PAGE_SIZE}
              onChange={setPage}
              label="Pages du journal"
            />
          </div>
        </>
      )}
    </Block>
  );
}

function What({ line, word }: { line: AuditLine; word: LockerWord }) {
  const { data: operators } = useQuery(operatorsQuery());
  const changes = changesOf(line, operators);
  return (
    <>
      {sentenceOf(line, word)}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </>
  );
}

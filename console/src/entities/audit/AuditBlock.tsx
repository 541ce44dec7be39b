import { Stack } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Key, keyTo, pageFollows } from "@/kit/lists/keys";
import { QueryState } from "@/kit/lists/QueryState";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Block } from "@/ui/layout/Block";
import { Pager } from "@/ui/table/Pager";
import { Table } from "@/ui/table/Table";
import { AUDIT_PAGE_SIZE, type AuditLine, auditQuery } from "./api";
import { auditColumns } from "./columns";
import type { LockerWord } from "./sentences";

type AuditBlockProps = {
  /** Undefined: all operators, which only administrators may read. */
  operatorId?: number;
  /** The object, as in « station:5 ». */
  about: string;
  word: LockerWord;
};

/** The audit log of one object, newest first. */
export function AuditBlock({ operatorId, about, word }: AuditBlockProps) {
  const [{ page, ...key }, goTo] = useState<{ page: number } & Partial<Key>>({ page: 1 });
  const columns = useMemo(() => auditColumns(word), [word]);
  return (
    <Block title="Journal" bare>
      <QueryState query={useQuery(auditQuery(operatorId, about, { page, ...key }))}>
        {({ items, total, totalPlafonne, ...beside }) =>
          total === 0 ? (
            <EmptyState
              icon={<IconHistory />}
              title="Rien n'est encore inscrit au journal."
              hint="Chaque modification et chaque action à distance y laisse une ligne."
            />
          ) : (
            <Stack gap="sm">
              <Table caption="Journal" columns={columns} rows={items} rowKey={rowKey} />
              <Pager
                page={page}
                total={total}
                capped={totalPlafonne}
                more={pageFollows(beside)}
                pageSize={AUDIT_PAGE_SIZE}
                onChange={(to) => goTo({ page: to, ...(to > 1 && keyTo(to, page, beside)) })}
                label="Pages du journal"
              />
            </Stack>
          )
        }
      </QueryState>
    </Block>
  );
}

const rowKey = ({ id }: AuditLine) => id;

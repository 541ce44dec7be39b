import { Button } from "@mantine/core";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { QueryState } from "@/kit/QueryState";
import { Block } from "@/ui/Block";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { ListSkeleton } from "@/ui/Skeletons";
import { UnsavedScope, useConfirmLoss } from "@/ui/unsaved";
import classes from "./people.module.css";
import type { PeopleWords } from "./words";

type PeopleBlockProps<T> = {
  words: PeopleWords;
  people: UseQueryResult<T[]>;
  columns: readonly Column<T>[];
  nameOf: (person: T) => string;
  /** Renders the form of a person, or of a new one when undefined; absent for read-only accounts. */
  renderForm?: (person: T | undefined, onEnd: () => void) => ReactNode;
};

/** The open row: a person's, by id, or the one for a new person. */
type OpenRow = number | "new" | null;

/** The people of one kind at an operator; each row opens as a form. */
export function PeopleBlock<T extends { id: number }>(props: PeopleBlockProps<T>) {
  return (
    // One part per block: opening a form here loses nothing typed in another block.
    <UnsavedScope>
      <People {...props} />
    </UnsavedScope>
  );
}

const rowKey = ({ id }: { id: number }) => id;

function People<T extends { id: number }>({
  words,
  people,
  columns,
  nameOf,
  renderForm,
}: PeopleBlockProps<T>) {
  const confirmLoss = useConfirmLoss();
  const [openRow, setOpenRow] = useState<OpenRow>(null);
  const close = useCallback(() => setOpenRow(null), []);
  const toggle = useCallback(
    async (row: number | "new") => {
      if (await confirmLoss()) setOpenRow((open) => (open === row ? null : row));
    },
    [confirmLoss],
  );
  const expanded = useMemo(() => new Set(typeof openRow === "number" ? [openRow] : []), [openRow]);
  const table = { caption: words.title, columns, rowKey };
  const details = renderForm
    ? {
        rowLabel: nameOf,
        renderDetails: (person: T) => renderForm(person, close),
        expanded,
        onToggle: toggle,
      }
    : {};

  return (
    <Block
      title={words.title}
      bare
      action={
        renderForm && (
          <Button
            variant="light"
            leftSection={<IconPlus size={18} aria-hidden />}
            aria-expanded={openRow === "new"}
            onClick={() => toggle("new")}
          >
            {words.add}
          </Button>
        )
      }
    >
      <p className={classes.hint}>{words.hint}</p>
      {openRow === "new" && (
        <section className={classes.adding} aria-label={words.newOne}>
          <h3 className={classes.addingTitle}>{words.newOne}</h3>
          {renderForm?.(undefined, close)}
        </section>
      )}
      <QueryState query={people} loading={<ListSkeleton rows={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            openRow !== "new" && <EmptyState icon={<IconUsers />} title={words.none} />
          ) : (
            <div className={classes.people} data-opens={renderForm ? true : undefined}>
              <ExpandableTable {...table} {...details} rows={rows} />
            </div>
          )
        }
      </QueryState>
    </Block>
  );
}

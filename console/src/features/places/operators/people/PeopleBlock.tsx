import { Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "@/kit/lists/QueryState";
import { AddButton, NewRow } from "@/kit/records/NewRow";
import { OneRowTable } from "@/kit/records/OneRowTable";
import { useOneRow } from "@/kit/records/useOneRow";
import { UnsavedScope } from "@/ui/dialog/unsaved";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";
import classes from "../operators.module.css";
import type { PeopleWords } from "./words";

type PeopleBlockProps<T> = {
  words: PeopleWords;
  people: UseQueryResult<T[]>;
  columns: readonly Column<T>[];
  nameOf: (person: T) => string;
  /** Renders the form of a person, or of a new one when undefined; absent for read-only accounts. */
  renderForm?: (person: T | undefined, onEnd: () => void) => ReactNode;
};

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
  const row = useOneRow();
  const { openRow, close } = row;

  return (
    <Block
      title={words.title}
      bare
      action={renderForm && <AddButton row={row}>{words.add}</AddButton>}
    >
      <Text c="dimmed" maw="72ch" mb="sm">
        {words.hint}
      </Text>
      {openRow === "new" && <NewRow label={words.newOne}>{renderForm?.(undefined, close)}</NewRow>}
      <QueryState query={people} rows={2}>
        {(rows) => (
          <div className={classes.people} data-opens={renderForm ? true : undefined}>
            <OneRowTable
              caption={words.title}
              columns={columns}
              rows={rows}
              rowKey={rowKey}
              rowLabel={nameOf}
              row={row}
              renderDetails={renderForm && ((person: T) => renderForm(person, close))}
              empty={
                <EmptyState
                  icon={<IconUsers />}
                  title={words.none}
                  hint={renderForm && "Ajoutez-en un pour l'afficher ici."}
                />
              }
            />
          </div>
        )}
      </QueryState>
    </Block>
  );
}

import { formatShort } from "@/format";
import { PlainList } from "@/ui/layout/PlainList";
import type { Column } from "@/ui/table/Table";
import type { AuditLine } from "./api";
import { changesOf } from "./changes";
import { actorOf, type LockerWord, sentenceOf } from "./sentences";

/** The columns of the audit log. */
export function auditColumns(word: LockerWord): Column<AuditLine>[] {
  return [
    { key: "quand", header: "Quand", render: ({ instant }) => formatShort(instant) },
    { key: "qui", header: "Qui", render: actorOf },
    { key: "quoi", header: "Quoi", render: (line) => <What line={line} word={word} /> },
  ];
}

function What({ line, word }: { line: AuditLine; word: LockerWord }) {
  const changes = changesOf(line);
  return (
    <>
      {sentenceOf(line, word)}
      {changes.length > 0 && (
        <PlainList mt={2} mb={4} c="dimmed">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </PlainList>
      )}
    </>
  );
}

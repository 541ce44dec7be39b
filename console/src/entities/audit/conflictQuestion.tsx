import type { EditConflict } from "@/api/errors";
import { formatLong } from "@/format";
import { type ChangedField, changedFields } from "@/kit/records/conflict/changedFields";
import type { Conflict } from "@/kit/records/conflict/conflictWords";
import type { CustomRequest } from "@/ui/dialog/confirmRequest";
import { Bullets } from "@/ui/layout/Bullets";
import { type Column, Table } from "@/ui/table/Table";
import { fieldWord, worded } from "./changes";
import { sentenceOf } from "./sentences";

type Modification = EditConflict["modifications"][number];

const NOT_SAVED = "Votre saisie n'est pas encore enregistrée.";

const authorOf = ({ acteur }: Modification) => acteur?.nom || "Une autre personne";

/** Says who changed the record meanwhile, when and what, beside what is typed. */
export function conflictQuestion({ conflict, name, facts }: Conflict): CustomRequest {
  const last = conflict.modifications.at(-1);
  const fields = changedFields(conflict, facts);
  return {
    title: "Modifié entre-temps",
    question: last
      ? `${authorOf(last)} a modifié ${name} le\u00a0${formatLong(last.instant)}. ${NOT_SAVED}`
      : `Quelqu'un a modifié ${name} entre-temps. ${NOT_SAVED}`,
    content: <Details conflict={conflict} fields={fields} />,
    action: "Enregistrer la mienne",
  };
}

/** Says who did what meanwhile, and that the act, which has no input to keep, was not done. */
export function conflictSentence({ modifications }: EditConflict): string {
  const last = modifications.at(-1);
  const act = last
    ? `${sentenceOf(last, "casier")} par ${last.acteur?.nom || "une autre personne"} le\u00a0${formatLong(last.instant)}`
    : "Quelqu'un a agi entre-temps";
  return `${act}. Rien n'a été changé\u00a0: voyez ce qu'il en est, puis recommencez s'il le faut.`;
}

function Details({ conflict, fields }: { conflict: EditConflict; fields: ChangedField[] }) {
  const { modifications } = conflict;
  const kind = modifications[0]?.objet.type ?? "";
  return (
    <>
      {(modifications.length > 1 || fields.length === 0) && (
        <Bullets
          items={modifications.map(
            (edit) =>
              `${formatLong(edit.instant)}, ${authorOf(edit)}\u00a0: ${sentenceOf(edit, "casier")}`,
          )}
        />
      )}
      {fields.length > 0 && (
        <Table
          caption="Ce qui a changé"
          columns={columnsOf(kind)}
          rows={fields}
          rowKey={(field) => fields.indexOf(field)}
        />
      )}
    </>
  );
}

const columnsOf = (kind: string): Column<ChangedField>[] => [
  { key: "champ", header: "Champ", render: ({ name }) => fieldWord(kind, name) },
  { key: "avant", header: "Avant", render: ({ name, before }) => worded(name, before) },
  { key: "sienne", header: "Sa version", render: ({ name, now }) => worded(name, now) },
  {
    key: "mienne",
    header: "Votre saisie",
    render: ({ name, mine }) => (mine ? worded(name, mine.value) : "–"),
  },
];

import { Text, TextInput, VisuallyHidden } from "@mantine/core";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { StationKind } from "../configuration/lockerSchema";
import { wordsOf } from "../configuration/wording";
import classes from "./import.module.css";
import type { ColumnName, ImportRow } from "./parseRows";

type PreviewProps = {
  rows: readonly ImportRow[];
  faults: ReadonlyMap<number, string[]>;
  kind: StationKind;
  onMend: (line: number, row: ImportRow) => void;
};

/** The parsed lines, those with errors first, to be mended in place. */
export function Preview({ rows, faults, kind, onMend }: PreviewProps) {
  const columns = columnsOf(kind);
  const right = rows.map((_row, line) => line).filter((line) => !faults.has(line));
  const lines = [...faults.keys(), ...right];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what does not fit.
    <section className={classes.scroll} aria-label="Aperçu de l'import" tabIndex={0}>
      <table className={classes.preview}>
        <caption>
          <VisuallyHidden>Aperçu des lignes à importer</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">Ligne</th>
            <th scope="col">Vérification</th>
            {columns.map(({ name, header }) => (
              <th key={name} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const row = rows[line] as ImportRow;
            const sentences = faults.get(line);
            return (
              <tr key={line} data-bad={sentences !== undefined || undefined}>
                <th scope="row">{line + 1}</th>
                <td>
                  {sentences ? (
                    <Text miw="14rem" c="var(--mantine-color-error)">
                      {sentences.join(". ")}
                    </Text>
                  ) : (
                    <StatusChip color="green" label="Correcte" />
                  )}
                </td>
                {columns.map(({ name, header }) => (
                  <td key={name}>
                    {sentences ? (
                      <TextInput
                        miw="7rem"
                        aria-label={`${header}, ligne ${line + 1}`}
                        value={row[name]}
                        onChange={({ currentTarget: { value } }) =>
                          onMend(line, { ...row, [name]: value })
                        }
                      />
                    ) : (
                      row[name] || "–"
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function columnsOf(kind: StationKind): { name: ColumnName; header: string }[] {
  const words = wordsOf(kind);
  return [
    { name: "nom", header: words.name },
    kind === "indiv" ? { name: "type", header: "Type" } : { name: "places", header: "Places" },
    { name: "carte", header: "Nom de la carte" },
    { name: "ports", header: "Ports de la carte" },
    { name: "informations", header: "Informations" },
    { name: "etiquettes", header: words.tags },
  ];
}

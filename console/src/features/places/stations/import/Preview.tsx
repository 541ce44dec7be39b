import { Text, VisuallyHidden } from "@mantine/core";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { StationKind } from "../configuration/lockerSchema";
import { wordsOf } from "../configuration/wording";
import classes from "./import.module.css";
import type { ColumnName, ImportRow } from "./parseRows";

type PreviewProps = {
  rows: readonly ImportRow[];
  faults: ReadonlyMap<number, string[]>;
  kind: StationKind;
};

/** The parsed lines, each with its errors. */
export function Preview({ rows, faults, kind }: PreviewProps) {
  const columns = columnsOf(kind);
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
          {rows.map((row, line) => {
            const sentences = faults.get(line);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its rank, and never moves.
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
                {columns.map(({ name }) => (
                  <td key={name}>{row[name] || "–"}</td>
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

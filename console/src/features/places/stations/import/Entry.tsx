import { Button, FileButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { download } from "@/ui/form/download";
import { FormError } from "@/ui/form/FormError";
import type { StationKind } from "../configuration/lockerSchema";
import { wordsOf } from "../configuration/wording";
import { typesOf } from "./faults";
import classes from "./import.module.css";
import { parseRows, textOf } from "./parseRows";
import { Series } from "./Series";

const EXAMPLES: Record<StationKind, string> = {
  indiv: "A1;Vélo;Carte 1;1,2;prise",
  collec: "Nord;;Carte 1;1,2;abri;;24",
  "collec-comptage": "Nord;;Carte 1;1,2;abri;;24",
};

const UNREADABLE =
  "Ce fichier n'a pas pu être lu\u00a0: il a peut-être été déplacé ou modifié. Choisissez-le à nouveau, ou collez ses lignes.";

type EntryProps = {
  kind: StationKind;
  text: string;
  /** The chosen file could not be read. */
  unreadable: boolean;
  onText: (text: string) => void;
  onFile: (file: File | null) => void;
};

/** A file to fill in, which spreadsheets read as UTF-8. */
const modelOf = (kind: StationKind) =>
  new Blob([`\uFEFF${textOf(parseRows(EXAMPLES[kind]))}\n`], { type: "text/csv" });

/** Where lines to import are typed, pasted, read from a file or written as a series. */
export function Entry({ kind, text, unreadable, onText, onFile }: EntryProps) {
  const forgetFile = useRef<() => void>(null);
  const [inSeries, setInSeries] = useState(false);
  return (
    <Stack>
      <Text>
        Une ligne par {kind === "indiv" ? "casier" : "espace"}, dans cet ordre&nbsp;: nom, type,
        carte, ports, étiquettes, puis informations et places s'il y a lieu. Une première ligne peut
        nommer les colonnes&nbsp;: leur ordre est alors libre. Les colonnes sont séparées par un
        point-virgule, une tabulation ou une virgule.
      </Text>
      <Text>
        {kind === "indiv"
          ? `Types possibles\u00a0: ${typesOf(kind).join(", ")}. Sans type, c'est Vélo. Deux casiers d'une station n'ont ni le même nom, ni le même port d'une carte.`
          : `Le type d'un espace est ${typesOf(kind).join(", ")}, ou vide. Deux espaces d'une station n'ont ni le même nom, ni le même port d'une carte.`}
      </Text>
      <Group>
        <FileButton
          onChange={(file) => {
            onFile(file);
            forgetFile.current?.(); // the same file can be chosen again
          }}
          resetRef={forgetFile}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          inputProps={{ "aria-label": "Fichier CSV" }}
        >
          {(button) => (
            <Button {...button} variant="default">
              Choisir un fichier CSV
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={() => download(modelOf(kind), wordsOf(kind).model)}>
          Télécharger un modèle
        </Button>
        <Button
          variant="default"
          aria-expanded={inSeries}
          onClick={() => setInSeries((open) => !open)}
        >
          Créer une série
        </Button>
      </Group>
      <FormError message={unreadable ? UNREADABLE : undefined} />
      {inSeries && (
        <Series
          kind={kind}
          onRows={(rows) => {
            onText(textOf([...parseRows(text), ...rows]));
            setInSeries(false);
          }}
          onCancel={() => setInSeries(false)}
        />
      )}
      <Textarea
        label="Lignes à importer"
        description={`Par exemple\u00a0: ${EXAMPLES[kind]}`}
        rows={8}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        spellCheck={false}
        classNames={{ input: classes.rows }}
      />
    </Stack>
  );
}

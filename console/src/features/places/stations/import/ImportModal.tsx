import { Button, FileButton, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { asApiError } from "@/api/errors";
import { decoded } from "@/format/decoded";
import { UnsavedScope, useConfirmLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { Answers } from "@/ui/layout/Answers";
import type { StationKind } from "../configuration/lockerSchema";
import { wordsOf } from "../configuration/wording";
import { useImportLockers } from "./api";
import { faultsByLine, typesOf } from "./faults";
import classes from "./import.module.css";
import { Preview } from "./Preview";
import { type ImportRow, inputOf, parseRows } from "./parseRows";

type ImportModalProps = { stationId: number; kind: StationKind; onClose: () => void };

interface Checked {
  rows: ImportRow[];
  faults: ReadonlyMap<number, string[]>;
}

const EXAMPLES: Record<StationKind, string> = {
  indiv: "A1;Vélo;Carte 1;1,2;prise",
  collec: "Nord;;Carte 1;1,2;abri;;24",
  "collec-comptage": "Nord;;Carte 1;1,2;abri;;24",
};

/** The dialog that imports lockers; closing it asks about its own lines alone. */
export function ImportModal(props: ImportModalProps) {
  return (
    <UnsavedScope>
      <Import {...props} />
    </UnsavedScope>
  );
}

/**
 * Imports lockers from a file or pasted text. The server checks all rows first; it creates all of them or
 * none.
 */
function Import({ stationId, kind, onClose }: ImportModalProps) {
  useReturnFocus();
  const words = wordsOf(kind);
  const { mutateAsync: send, isPending } = useImportLockers(stationId);
  const [text, setText] = useState("");
  const [checked, setChecked] = useState<Checked>();
  const [failure, setFailure] = useState<string>();
  const [unreadable, setUnreadable] = useState(false);
  const confirmLoss = useConfirmLoss();
  useUnsavedChanges(text.trim() !== "" && !isPending);
  const leave = async () => {
    if (!isPending && (await confirmLoss())) onClose();
  };

  const readFile = async (file: File | null) => {
    if (!file) return;
    setFailure(undefined);
    setUnreadable(false);
    try {
      setText(decoded(new Uint8Array(await file.arrayBuffer())));
    } catch {
      setUnreadable(true);
    }
  };

  const post = async (rows: ImportRow[], essai: boolean) => {
    setFailure(undefined);
    try {
      return await send({ casiers: rows.map((row) => inputOf(row, kind)), essai });
    } catch (error) {
      const { message, violations } = asApiError(error);
      const faults = faultsByLine(
        violations.filter(({ propertyPath }) => AT_LINE.test(propertyPath)),
        kind,
      );
      if (faults.size > 0) setChecked({ rows, faults });
      else setFailure(message);
    }
  };

  const check = async () => {
    const rows = parseRows(text);
    if (rows.length === 0) {
      setFailure("Choisissez un fichier ou collez au moins une ligne.");
      return;
    }
    const answer = await post(rows, true);
    if (answer) setChecked({ rows, faults: faultsByLine(answer.fautes, kind) });
  };

  const importAll = async ({ rows }: Checked) => {
    const answer = await post(rows, false);
    if (!answer) return;
    notifySuccess(words.imported(answer.ids.length));
    onClose();
  };

  return (
    <Modal
      opened
      onClose={leave}
      title={words.import}
      size="xl"
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={!isPending}
    >
      {checked ? (
        <>
          <Text role="status" fw={550} mb="sm">
            {summary(checked)}
          </Text>
          <Preview {...checked} kind={kind} />
        </>
      ) : (
        <Entry
          kind={kind}
          text={text}
          unreadable={unreadable}
          onText={(typed) => {
            setText(typed);
            setUnreadable(false);
          }}
          onFile={readFile}
        />
      )}
      <FormError message={failure} />
      <Answers mt="lg">
        {checked ? (
          <>
            <Button
              variant="default"
              onClick={() => {
                setChecked(undefined);
                setFailure(undefined);
              }}
            >
              Retour
            </Button>
            <BusyButton
              busy={isPending}
              disabled={checked.faults.size > 0}
              onClick={() => importAll(checked)}
            >
              Importer
            </BusyButton>
          </>
        ) : (
          <>
            <Button variant="default" onClick={leave}>
              Annuler
            </Button>
            <BusyButton busy={isPending} onClick={check}>
              Vérifier
            </BusyButton>
          </>
        )}
      </Answers>
    </Modal>
  );
}

const UNREADABLE =
  "Ce fichier n'a pas pu être lu\u00a0: il a peut-être été déplacé ou modifié. Choisissez-le à nouveau, ou collez ses lignes.";

const AT_LINE = /^casiers\.\d+\./;

function summary({ rows, faults }: Checked): string {
  const lines = rows.length > 1 ? `${rows.length} lignes lues` : "1 ligne lue";
  if (faults.size === 0) return `${lines}, sans erreur.`;
  const bad = faults.size > 1 ? `${faults.size} sont à corriger` : "1 est à corriger";
  return `${lines}, dont ${bad}. Rien ne sera importé avant.`;
}

type EntryProps = {
  kind: StationKind;
  text: string;
  /** The chosen file could not be read. */
  unreadable: boolean;
  onText: (text: string) => void;
  onFile: (file: File | null) => void;
};

function Entry({ kind, text, unreadable, onText, onFile }: EntryProps) {
  const forgetFile = useRef<() => void>(null);
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
      <div>
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
        <FormError message={unreadable ? UNREADABLE : undefined} />
      </div>
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

import { Button, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import type { Locker } from "@/entities/locker/api";
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
import { Entry } from "./Entry";
import { faultsByLine } from "./faults";
import { Preview } from "./Preview";
import { type ImportRow, inputOf, parseRows, rowOfLocker, textOf } from "./parseRows";

type ImportModalProps = {
  stationId: number;
  kind: StationKind;
  /** The lockers to begin with, of the station that is copied. */
  copied: readonly Locker[];
  onClose: () => void;
};

interface Checked {
  rows: ImportRow[];
  faults: ReadonlyMap<number, string[]>;
  /** A line was mended since it was checked. */
  mended?: boolean;
}

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
function Import({ stationId, kind, copied, onClose }: ImportModalProps) {
  useReturnFocus();
  const words = wordsOf(kind);
  const { mutateAsync: send, isPending } = useImportLockers(stationId);
  const [text, setText] = useState(() =>
    copied.length > 0 ? textOf(copied.map(rowOfLocker)) : "",
  );
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

  const check = async (rows: ImportRow[]) => {
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
          <Preview
            {...checked}
            kind={kind}
            onMend={(line, row) =>
              setChecked({ ...checked, rows: checked.rows.with(line, row), mended: true })
            }
          />
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
                if (checked.mended) setText(textOf(checked.rows));
                setChecked(undefined);
                setFailure(undefined);
              }}
            >
              Retour
            </Button>
            {checked.mended && (
              <BusyButton busy={isPending} onClick={() => check(parseRows(textOf(checked.rows)))}>
                Vérifier
              </BusyButton>
            )}
            <BusyButton
              variant={checked.mended ? "default" : undefined}
              busy={isPending}
              disabled={checked.faults.size > 0 || checked.mended}
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
            <BusyButton busy={isPending} onClick={() => check(parseRows(text))}>
              Vérifier
            </BusyButton>
          </>
        )}
      </Answers>
    </Modal>
  );
}

const AT_LINE = /^casiers\.\d+\./;

function summary({ rows, faults }: Checked): string {
  const lines = rows.length > 1 ? `${rows.length} lignes lues` : "1 ligne lue";
  if (faults.size === 0) return `${lines}, sans erreur.`;
  const bad = faults.size > 1 ? `${faults.size} sont à corriger` : "1 est à corriger";
  return `${lines}, dont ${bad}. Rien ne sera importé avant.`;
}

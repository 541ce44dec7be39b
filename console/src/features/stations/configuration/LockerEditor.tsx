import { Button } from "@mantine/core";
import type { Locker } from "@/data/lockers";
import { useAddLocker, useDeleteLocker, useSaveLocker } from "@/data/writes/lockers";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import classes from "./configuration.module.css";
import { LockerForm } from "./LockerForm";
import { lockerInput, newLocker, type StationKind, valuesOf } from "./lockerSchema";
import { wordsOf } from "./wording";

type LockerEditorProps = { locker: Locker; kind: StationKind; onEnd: () => void };

/** The open row of a locker, to change or delete it. */
export function LockerEditor({ locker, kind, onEnd }: LockerEditorProps) {
  const words = wordsOf(kind);
  const confirm = useConfirm();
  const { mutateAsync: save } = useSaveLocker(locker.id);
  const { mutateAsync: remove } = useDeleteLocker(locker.id);

  const askToDelete = async () => {
    const done = await confirm({
      kind: "delete",
      article: words.article,
      item: locker.nom,
      onConfirm: () => remove(),
    });
    if (!done) return;
    notifySuccess(words.deleted(locker.nom));
    onEnd();
  };

  return (
    <LockerForm
      kind={kind}
      values={valuesOf(locker)}
      action="edit"
      name={locker.nom}
      write={(values) => save(lockerInput(values, kind))}
      onSaved={({ nom }) => {
        notifySuccess(words.saved(nom));
        onEnd();
      }}
      onCancel={onEnd}
      more={
        <Button data-separate variant="subtle" color="red" onClick={askToDelete}>
          Supprimer
        </Button>
      }
    />
  );
}

type NewLockerProps = { stationId: number; kind: StationKind; onEnd: () => void };

/** The row for a new locker. */
export function NewLocker({ stationId, kind, onEnd }: NewLockerProps) {
  const words = wordsOf(kind);
  const { mutateAsync: add } = useAddLocker(stationId);
  return (
    <section className={classes.adding} aria-label={words.newOne}>
      <h3 className={classes.addingTitle}>{words.newOne}</h3>
      <LockerForm
        kind={kind}
        values={newLocker}
        action="add"
        write={(values) => add(lockerInput(values, kind))}
        onSaved={({ nom }) => {
          notifySuccess(words.added(nom));
          onEnd();
        }}
        onCancel={onEnd}
      />
    </section>
  );
}

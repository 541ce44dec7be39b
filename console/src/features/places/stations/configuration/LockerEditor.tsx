import { useQueryClient } from "@tanstack/react-query";
import { AuditLink } from "@/entities/audit/AuditLink";
import type { Locker } from "@/entities/locker/api";
import { DeleteButton } from "@/kit/records/DeleteButton";
import { NewRow } from "@/kit/records/NewRow";
import { readStation } from "../api";
import { useAddLocker, useDeleteLocker, useSaveLocker } from "./api";
import { LockerForm } from "./LockerForm";
import type { StationKind } from "./lockerSchema";
import { lockerInUse, wordsOf } from "./wording";

type LockerEditorProps = { locker: Locker; kind: StationKind; onEnd: () => void };

/** The open row of a locker, to change or delete it. */
export function LockerEditor({ locker, kind, onEnd }: LockerEditorProps) {
  const words = wordsOf(kind);
  const queryClient = useQueryClient();
  const { mutateAsync: save } = useSaveLocker(locker.id);
  const { mutateAsync: remove } = useDeleteLocker(locker.id);
  return (
    <LockerForm
      kind={kind}
      locker={locker}
      write={(body, version) => save({ body, version })}
      onEnd={onEnd}
      more={
        <>
          <DeleteButton
            article={words.article}
            item={locker.nom}
            refusal={async () =>
              lockerInUse(await readStation(queryClient, locker.station.id), locker)
            }
            write={remove}
            done={words.deleted(locker.nom)}
            after={onEnd}
          />
          <AuditLink about={`casier:${locker.id}`} all name={locker.nom} />
        </>
      }
    />
  );
}

type NewLockerProps = { stationId: number; kind: StationKind; onEnd: () => void };

/** The row for a new locker. */
export function NewLocker({ stationId, kind, onEnd }: NewLockerProps) {
  const { mutateAsync: add } = useAddLocker(stationId);
  return (
    <NewRow label={wordsOf(kind).newOne}>
      <LockerForm kind={kind} write={(input) => add(input)} onEnd={onEnd} />
    </NewRow>
  );
}

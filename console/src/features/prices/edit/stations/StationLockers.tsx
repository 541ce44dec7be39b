import { Button, Group, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { QueryState } from "@/kit/lists/QueryState";
import { refusalSentence } from "@/kit/records/conflict/refusalSentence";
import { FormActions } from "@/kit/records/FormActions";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { LockerLink } from "@/kit/routing/NamedLinks";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { isBetween, isTyped } from "../../fields/tariffSchema";
import { type LockerChoice, lockerChoicesQuery, useApplyToLockers } from "../api";
import { useDraftPart } from "../draft/draft";
import classes from "../edit.module.css";
import { LockerChecklist } from "./LockerChecklist";
import { appliedTo, type StationKind, same, wordsOf } from "./selection";

type StationLockersProps = {
  tariffId: number;
  /** The version of the tariff on screen. */
  version?: number | undefined;
  station: { id: number; name: string; kind: StationKind; quota?: number | null };
  /** Whether the tariff is a subscription, of which a number may be sold here. */
  sold?: boolean;
  onEnd: () => void;
  /** Called after the station is removed, with the row that had the focus. */
  onDeleted: () => void;
};

const QUOTA = "Le quota doit être compris entre 0 et 10 000";

/** The lockers of one station to which the tariff applies. */
export function StationLockers(props: StationLockersProps) {
  const choices = useQuery(lockerChoicesQuery(props.tariffId, props.station.id));
  return (
    <QueryState query={choices} rows={3}>
      {(list) => <LockersForm {...props} choices={list} />}
    </QueryState>
  );
}

function LockersForm({
  tariffId,
  version,
  station: { id, name, kind, quota = null },
  sold = false,
  choices,
  onEnd,
  onDeleted,
}: StationLockersProps & { choices: readonly LockerChoice[] }) {
  const words = wordsOf(kind);
  const applied = appliedTo(choices);
  const { mutateAsync: apply, isPending } = useApplyToLockers(tariffId, id);
  const [selection, setSelection] = useState(applied);
  const [failure, setFailure] = useState<string>();
  const stored = quota === null ? "" : String(quota);
  const [limit, setLimit] = useState(stored);
  const changed = !same(selection, applied) || limit.trim() !== stored;
  const chosen = () => ({
    idCasiers: [...selection],
    ...(sold && { quota: isTyped(limit) ? Number(limit) : null }),
  });
  useUnsavedChanges(changed);
  useDraftPart(changed, {
    name: `Station ${name}`,
    collect: async () => {
      if (!isBetween(limit, 0, 10_000)) {
        setFailure(QUOTA);
        return null;
      }
      if (selection.size > 0) return { stations: [{ idStation: id, ...chosen() }] };
      setFailure(
        `Aucun ${words.one} n'est choisi\u00a0: «\u00a0Supprimer\u00a0» retire la station.`,
      );
      return null;
    },
    settle: onEnd,
  });
  useReturnFocus({ onlyIfLost: true });

  const remove = useDelete({
    article: "l'application à la station",
    item: name,
    write: () => apply({ body: { idCasiers: [] }, version }),
    done: `Le tarif ne s'applique plus à la station «\u00a0${name}\u00a0».`,
    after: onDeleted,
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (selection.size === 0) {
      if (applied.size > 0) return remove();
      setFailure(`Veuillez choisir au moins un ${words.one}`);
      return;
    }
    if (!isBetween(limit, 0, 10_000)) return setFailure(QUOTA);
    try {
      await apply({ body: chosen(), version });
    } catch (error) {
      setFailure(await refusalSentence(error));
      return;
    }
    notifySuccess(
      `Le tarif s'applique à ${words.count(selection.size)} de la station «\u00a0${name}\u00a0».`,
    );
    onEnd();
  };

  if (choices.length === 0) return <Text c="dimmed">Cette station n'a pas de {words.one}.</Text>;
  return (
    <form onSubmit={save}>
      <LockerChecklist
        kind={kind}
        choices={choices}
        selection={selection}
        onChange={setSelection}
      />
      {sold && (
        <TextInput
          maw="16rem"
          mt="md"
          label="Quota d'abonnements"
          description={"Vide\u00a0: sans limite."}
          inputMode="numeric"
          value={limit}
          error={failure === QUOTA && QUOTA}
          onChange={({ currentTarget }) => setLimit(currentTarget.value)}
        />
      )}
      <FormError message={failure === QUOTA ? undefined : failure} />
      <FormActions busy={isPending} onCancel={onEnd} changed={changed}>
        {applied.size > 0 && (
          <Button data-separate variant="subtle" color="red" onClick={remove}>
            Supprimer
          </Button>
        )}
      </FormActions>
    </form>
  );
}

/** The read-only version. */
export function AppliedLockers({
  tariffId,
  station,
}: Pick<StationLockersProps, "tariffId" | "station">) {
  const choices = useQuery(lockerChoicesQuery(tariffId, station.id));
  return (
    <QueryState query={choices} rows={1}>
      {(list) => (
        <Group
          component="ul"
          gap={6}
          className={classes.names}
          aria-label={station.kind === "indiv" ? "Casiers" : "Espaces"}
        >
          {list
            .filter(({ selectionne }) => selectionne)
            .map(({ id, nom }) => (
              <li key={id}>
                <LockerLink station={station} locker={{ id, nom }} />
              </li>
            ))}
        </Group>
      )}
    </QueryState>
  );
}

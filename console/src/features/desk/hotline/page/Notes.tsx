import { ActionIcon, Box, Group, Stack, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import * as v from "valibot";
import { formatShort } from "@/format";
import { bounded } from "@/format/bounded";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { useServerForm } from "@/kit/records/useServerForm";
import { useCan } from "@/session/rights";
import { UnsavedProvider, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import type { Call } from "../api";
import { useDeleteNote, useWriteNote } from "./api";
import classes from "./page.module.css";

type Note = Call["notes"][number];
type NotesProps = { call: Call; operatorId: number };

/** What was noted at earlier calls of this person or about this door, and what is to be known at the next one. */
export function Notes({ call, operatorId }: NotesProps) {
  const mayWrite = useCan("DROIT_EVENEMENTS_ECRITURE");
  if (!mayWrite && call.notes.length === 0) return null;
  return (
    <Block title="Notes d'appel">
      {call.notes.length > 0 && (
        <PlainList className={classes.items} mb={mayWrite ? "md" : undefined}>
          {call.notes.map((note) => (
            <NoteItem key={note.id} note={note} operatorId={operatorId} />
          ))}
        </PlainList>
      )}
      {mayWrite && (
        <UnsavedProvider>
          <NoteForm call={call} operatorId={operatorId} />
        </UnsavedProvider>
      )}
    </Block>
  );
}

const schema = v.object({ note: v.pipe(bounded, v.nonEmpty("La note est obligatoire.")) });

function NoteForm({ call: { usager, casier }, operatorId }: NotesProps) {
  const { mutateAsync: write } = useWriteNote(operatorId);
  const { form, submit } = useServerForm({
    schema,
    values: { note: "" },
    write: async ({ note }) => {
      await write({ usager: usager?.id, casier: casier?.id, note });
      form.reset();
      notifySuccess("La note est gardée.");
    },
  });
  const { control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);
  return (
    <form onSubmit={submit} noValidate data-no-print>
      <Stack gap="xs" align="flex-start">
        <Box w="100%">
          <TextareaField
            control={control}
            name="note"
            label="Note de l'appel"
            hint={
              usager
                ? "Lue au prochain appel de cette personne, gardée un an, effacée avec elle."
                : "Lue au prochain appel devant cette porte, gardée un an. Ne nommez personne."
            }
            rows={2}
          />
        </Box>
        <FormError message={errors.root?.message} />
        <SubmitButton variant="default" busy={isSubmitting}>
          Garder la note
        </SubmitButton>
      </Stack>
    </form>
  );
}

function NoteItem({ note, operatorId }: { note: Note; operatorId: number }) {
  const { id, le, par, supprimable } = note;
  const { mutateAsync: remove } = useDeleteNote(operatorId);
  const when = formatShort(le);
  const ask = useDelete({
    article: "la note",
    item: `du ${when}`,
    write: () => remove(id),
    done: "La note est supprimée.",
  });
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Box flex={1}>
        <Text style={{ whiteSpace: "pre-line" }}>{note.note}</Text>
        <Text fz={13} c="dimmed">
          <time dateTime={le}>{when}</time>
          {par && `, ${par.nom}`}
        </Text>
      </Box>
      {supprimable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={`Supprimer la note du ${when}`}
          onClick={ask}
          data-no-print
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

import { Button, Modal, Stack, Text } from "@mantine/core";
import * as v from "valibot";
import { parseDate, typedDate } from "@/format/typed";
import { useServerForm } from "@/kit/records/useServerForm";
import { DateField } from "@/ui/form/DateField";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { dayAfter } from "../days";

const schema = v.object({
  jusquAu: v.pipe(
    v.string(),
    v.check((typed) => {
      const day = parseDate(typed);
      return day !== null && day > dayAfter(0) && day <= dayAfter(365);
    }, "Choisissez un jour à venir, dans l'année."),
  ),
});

type PostponeModalProps = {
  title: string;
  /** What is postponed, and when it comes back. */
  about: string;
  onPostpone: (until: string) => Promise<void>;
  onClose: () => void;
};

/** Postpones lines to a day. */
export function PostponeModal({ title, about, onPostpone, onClose }: PostponeModalProps) {
  const { form, submit } = useServerForm({
    schema,
    values: { jusquAu: typedDate(dayAfter(2)) },
    write: async ({ jusquAu }) => {
      await onPostpone(parseDate(jusquAu) ?? "");
      onClose();
    },
  });
  const { control, formState } = form;
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text c="dimmed">{about}</Text>
          <DateField control={control} name="jusquAu" label="Reporter au" required />
          <FormError message={formState.errors.root?.message} />
          <Answers mt="xs">
            <Button variant="default" onClick={onClose}>
              Retour
            </Button>
            <SubmitButton busy={formState.isSubmitting}>Reporter</SubmitButton>
          </Answers>
        </Stack>
      </form>
    </Modal>
  );
}

import { Button, Modal } from "@mantine/core";
import * as v from "valibot";
import { parseDate, typedDate } from "@/format/typed";
import { useServerForm } from "@/kit/records/useServerForm";
import { DateField } from "@/ui/form/DateField";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { dayAfter } from "../days";
import type { Line } from "../lines";
import classes from "../WorklistPage.module.css";

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
  line: Line;
  onPostpone: (until: string) => Promise<void>;
  onClose: () => void;
};

/** Postpones a line to a day. */
export function PostponeModal({ line, onPostpone, onClose }: PostponeModalProps) {
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
    <Modal
      opened
      onClose={onClose}
      title="Reporter la ligne"
      size="md"
      classNames={{ title: classes.modalTitle }}
    >
      <form onSubmit={submit} noValidate className={classes.dialog}>
        <p className={classes.hint}>
          {line.title}, {line.detail}. Elle revient d'elle-même ce jour-là.
        </p>
        <DateField control={control} name="jusquAu" label="Reporter au" required />
        <FormError message={formState.errors.root?.message} />
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            Retour
          </Button>
          <SubmitButton busy={formState.isSubmitting}>Reporter</SubmitButton>
        </div>
      </form>
    </Modal>
  );
}

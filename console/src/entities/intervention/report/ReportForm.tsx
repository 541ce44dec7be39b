import { Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Intervention } from "@/entities/intervention/api";
import { useServerForm } from "@/kit/records/useServerForm";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useOpenIntervention } from "./api";
import { ReportFields } from "./ReportFields";
import { NOTHING_BROKEN, reportSchema, wireReport } from "./report";

type ReportFormProps = {
  operatorId: number;
  lockerId: number;
  /** The locker is in service. */
  active: boolean;
  onDone: (opened: Intervention) => void;
};

/** Reports a breakdown of a locker, which may go out of service with it. */
export function ReportForm({ operatorId, lockerId, active, onDone }: ReportFormProps) {
  const { mutateAsync: open } = useOpenIntervention(operatorId);
  const { form, submit } = useServerForm({
    schema: reportSchema,
    values: NOTHING_BROKEN,
    write: async (typed) => {
      const opened = await open(wireReport(lockerId, typed));
      notifySuccess(
        opened.signalements > 1
          ? `Le signalement s'ajoute à l'intervention n°\u00a0${opened.numero}.`
          : `L'intervention n°\u00a0${opened.numero} est ouverte.`,
      );
      onDone(opened);
    },
  });
  const { control, formState } = form;
  useUnsavedChanges(formState.isDirty && !formState.isSubmitting);
  return (
    <form onSubmit={submit} noValidate aria-label="Signaler une panne">
      <Stack gap="sm">
        <ReportFields control={control} active={active} />
        <FormError message={formState.errors.root?.message} />
        <SubmitButton
          size="lg"
          fullWidth
          busy={formState.isSubmitting}
          leftSection={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
        >
          Envoyer le signalement
        </SubmitButton>
      </Stack>
    </form>
  );
}

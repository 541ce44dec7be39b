import { Button, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { newKey } from "@/api/idempotency";
import { useServerForm } from "@/kit/records/useServerForm";
import { useAskLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { ReportFields } from "./ReportFields";
import { ReportPhotos } from "./ReportPhotos";
import { NOTHING_BROKEN, reportSchema, wireReport } from "./report";
import { type Opened, openedSentence, type Report, useSendReport } from "./useSendReport";

type ReportFormProps = {
  operatorId: number;
  lockerId: number;
  /** The locker is in service. */
  active: boolean;
  /** Keeps what no answer came to, to be sent later; false: it cannot be kept. */
  onUnanswered: (key: string, report: Report, opened?: Opened) => Promise<boolean>;
  onDone: () => void;
  onCancel: () => void;
};

/** Reports a breakdown of a locker, which may go out of service with it. */
export function ReportForm({ operatorId, lockerId, active, ...on }: ReportFormProps) {
  const send = useSendReport();
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const { form, submit } = useServerForm({
    schema: reportSchema,
    values: NOTHING_BROKEN,
    write: async (typed) => {
      const report = { operatorId, body: wireReport(lockerId, typed), photos };
      const key = newKey();
      let opened: Opened | undefined;
      try {
        await send({
          report,
          key,
          onOpened: (one) => {
            opened = one;
            notifySuccess(openedSentence(one));
          },
        });
      } catch (error) {
        const { status, message } = asApiError(error);
        const kept = status === 0 && (await on.onUnanswered(key, report, opened));
        if (!kept && !opened) throw error;
        if (!kept) notifyError(`Une photo n'est pas envoyée\u00a0: ${message}`);
      }
      on.onDone();
    },
  });
  const { control, formState } = form;
  const isTyped = formState.isDirty || photos.length > 0;
  useUnsavedChanges(isTyped && !formState.isSubmitting);
  const askLoss = useAskLoss();
  return (
    <form onSubmit={submit} noValidate aria-label="Signaler une panne">
      <Stack gap="sm">
        <ReportFields control={control} active={active} />
        <ReportPhotos photos={photos} onChange={setPhotos} />
        <FormError message={formState.errors.root?.message} />
        <SubmitButton
          size="lg"
          fullWidth
          busy={formState.isSubmitting}
          leftSection={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
        >
          Envoyer le signalement
        </SubmitButton>
        <Button
          size="lg"
          variant="default"
          disabled={formState.isSubmitting}
          onClick={async () => {
            if (!isTyped || (await askLoss())) on.onCancel();
          }}
        >
          Annuler
        </Button>
      </Stack>
    </form>
  );
}

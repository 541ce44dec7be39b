import { Paper, Stack, Text, Title } from "@mantine/core";
import { IconPower } from "@tabler/icons-react";
import { useState } from "react";
import * as v from "valibot";
import { asApiError } from "@/api/errors";
import { newKey } from "@/api/idempotency";
import { useAskWhetherRepaired } from "@/entities/intervention/closing/useAskWhetherRepaired";
import { type Locker, useSwitchLocker } from "@/entities/locker/api";
import { OutageFields } from "@/entities/locker/OutageFields";
import { NOTHING_TOLD, OUTAGE_CAUSES, type ToldOutage, wireOutage } from "@/entities/locker/outage";
import { parseDate } from "@/format/typed";
import { refusalSentence } from "@/kit/records/conflict/refusalSentence";
import { useServerForm } from "@/kit/records/useServerForm";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useKeep } from "./drafts/useKeep";
import { named, theNoun } from "./wording";

/** Takes the locker out of service, and tells why, or puts it back. */
export function Service({ locker }: { locker: Locker }) {
  const { mutateAsync: switchLocker, isPending } = useSwitchLocker();
  const [failure, setFailure] = useState<string>();
  const [drafts, setDrafts] = useState(0); // that were kept: what was typed stands there, and no more in the form
  const keep = useKeep(locker);
  const askWhetherRepaired = useAskWhetherRepaired();
  const { id, version, actif } = locker;
  // Told here, not in the forms: once somebody else has switched the locker, the other form is on screen.
  const onSwitch = async (told?: ToldOutage) => {
    setFailure(undefined);
    const key = newKey();
    try {
      await switchLocker({ id, version, body: told && wireOutage(told), key });
    } catch (error) {
      const unanswered = asApiError(error).status === 0;
      if (told && unanswered && (await keep(key, { kind: "outage", version, told })))
        return setDrafts((kept) => kept + 1);
      if (asApiError(error).violations.length > 0) throw error;
      setFailure(await refusalSentence(error));
      return;
    }
    notifySuccess(`${named(locker)} est ${actif ? "hors service" : "de nouveau en service"}.`);
    if (!actif) await askWhetherRepaired({ lockerId: id });
  };
  return (
    <Paper component="section" withBorder p="md" aria-label="Service">
      <Title order={3} size="h4" mb="sm">
        Service
      </Title>
      <FormError message={failure} />
      {actif ? (
        <OutOfService key={drafts} onSwitch={onSwitch} />
      ) : (
        <BackInService locker={locker} busy={isPending} onSwitch={onSwitch} />
      )}
    </Paper>
  );
}

const causes = Object.keys(OUTAGE_CAUSES) as ToldOutage["cause"][];

const schema = v.object({
  cause: v.picklist(causes),
  retourPrevu: v.pipe(
    v.string(),
    v.check(
      (typed) => !typed.trim() || parseDate(typed) !== null,
      "Le jour du retour n'est pas correct.",
    ),
  ),
  motif: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Veuillez indiquer le motif."),
    v.maxLength(255, "Le motif ne peut dépasser 255 caractères."),
  ),
});

/** A violation is thrown, for its field; any other refusal is told above. */
type OnSwitch = (told?: ToldOutage) => Promise<void>;

function OutOfService({ onSwitch }: { onSwitch: OnSwitch }) {
  const { form, submit } = useServerForm({
    schema,
    values: NOTHING_TOLD,
    write: (told) => onSwitch(told),
  });
  const { control, formState } = form;
  useUnsavedChanges(formState.isDirty && !formState.isSubmitting);

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <OutageFields control={control} />
        <TextField
          control={control}
          name="motif"
          label="Motif"
          hint="Il est inscrit au journal, avec votre nom."
          required
          autoComplete="off"
        />
        <FormError message={formState.errors.root?.message} />
        <SubmitButton
          size="lg"
          fullWidth
          variant="outline"
          color="red"
          busy={formState.isSubmitting}
          leftSection={<IconPower size={20} stroke={1.75} aria-hidden />}
        >
          Mettre hors service
        </SubmitButton>
      </Stack>
    </form>
  );
}

type BackInServiceProps = { locker: Locker; busy: boolean; onSwitch: OnSwitch };

function BackInService({ locker, busy, onSwitch }: BackInServiceProps) {
  return (
    <Stack gap="sm">
      <Text>
        Personne ne peut utiliser {theNoun(locker)} {locker.nom} pour le moment.
      </Text>
      <BusyButton
        size="lg"
        fullWidth
        variant="outline"
        busy={busy}
        leftSection={<IconPower size={20} stroke={1.75} aria-hidden />}
        onClick={() => onSwitch()}
      >
        Remettre en service
      </BusyButton>
    </Stack>
  );
}

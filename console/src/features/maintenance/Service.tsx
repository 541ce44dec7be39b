import { IconPower } from "@tabler/icons-react";
import * as v from "valibot";
import { asApiError } from "@/api/errors";
import type { Locker } from "@/data/lockers";
import { useSwitchLocker } from "@/data/writes/lockers";
import { useServerForm } from "@/kit/records/useServerForm";
import { BusyButton } from "@/ui/BusyButton";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { notifySuccess } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import classes from "./maintenance.module.css";
import { named, theNoun } from "./wording";

/** Takes the locker out of service, with a reason, or puts it back. */
export function Service({ locker }: { locker: Locker }) {
  return (
    <section className={classes.card} aria-label="Service">
      {locker.actif ? <OutOfService locker={locker} /> : <BackInService locker={locker} />}
    </section>
  );
}

const schema = v.object({
  motif: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Veuillez indiquer le motif."),
    v.maxLength(255, "Le motif ne peut dépasser 255 caractères."),
  ),
});

function OutOfService({ locker }: { locker: Locker }) {
  const { mutateAsync: switchLocker } = useSwitchLocker();
  const { form, submit } = useServerForm({
    schema,
    values: { motif: "" },
    write: async ({ motif }) => {
      await switchLocker({ id: locker.id, motif });
      notifySuccess(`${named(locker)} est hors service.`);
    },
  });
  const { control, formState } = form;
  useUnsavedChanges(formState.isDirty && !formState.isSubmitting);

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
    </form>
  );
}

function BackInService({ locker }: { locker: Locker }) {
  const { mutateAsync: switchLocker, isPending, error } = useSwitchLocker();
  // Done here, not in the mutation's callback: this form is unmounted once the locker is back in service.
  const putBack = () =>
    switchLocker({ id: locker.id }).then(
      () => notifySuccess(`${named(locker)} est de nouveau en service.`),
      () => undefined, // the refusal is shown above the button
    );
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        Personne ne peut utiliser {theNoun(locker)} {locker.nom} pour le moment.
      </p>
      <FormError message={error ? asApiError(error).message : undefined} />
      <BusyButton
        size="lg"
        fullWidth
        variant="outline"
        busy={isPending}
        leftSection={<IconPower size={20} stroke={1.75} aria-hidden />}
        onClick={putBack}
      >
        Remettre en service
      </BusyButton>
    </div>
  );
}

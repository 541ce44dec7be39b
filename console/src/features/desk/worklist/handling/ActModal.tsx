import { Button, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import * as v from "valibot";
import type { components } from "@/api/schema";
import { counted, formatEuros, plural } from "@/format";
import { useServerForm } from "@/kit/records/useServerForm";
import { UnsavedProvider, useConfirmLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { TextareaField } from "@/ui/form/moreFields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { PlainList } from "@/ui/layout/PlainList";
import type { Line } from "../lines";
import { sumOf } from "../sum";
import classes from "../worklist.module.css";
import { useActOnPayments } from "./api";

type Action = "generer-ordre" | "annuler";
type Done = components["schemas"]["ManyPaymentsDone"];

const schema = v.object({
  commentaire: v.pipe(v.string(), v.trim(), v.nonEmpty("Le commentaire est obligatoire.")),
});

/** What is about to be done, or was done, in the words of each action. */
const WORDS = {
  "generer-ordre": {
    title: "Présenter de nouveau",
    will: (n: number) =>
      plural(n, "sera présenté une fois de plus.", "seront présentés une fois de plus."),
    done: (n: number) => plural(n, "est présenté de nouveau", "sont présentés de nouveau"),
    submit: "Présenter de nouveau",
  },
  annuler: {
    title: "Annuler les paiements",
    will: (n: number) => plural(n, "ne sera plus demandé.", "ne seront plus demandés."),
    done: (n: number) => plural(n, "est annulé", "sont annulés"),
    submit: "Annuler les paiements",
  },
};

type ActModalProps = {
  action: Action;
  payments: Line[];
  operatorId: number;
  onClose: () => void;
};

/**
 * Acts on several payments with one comment. Those that the server refuses stay in the list; the dialog then
 * says why, one by one.
 */
export function ActModal(props: ActModalProps) {
  return (
    <UnsavedProvider>
      <ActDialog {...props} />
    </UnsavedProvider>
  );
}

function ActDialog({ action, payments, operatorId, onClose }: ActModalProps) {
  const confirmLoss = useConfirmLoss();
  const close = async () => {
    if (await confirmLoss()) onClose();
  };
  // Payments that were changed leave the list, and so the selection, while the answer is shown.
  const [chosen] = useState(payments);
  const [refused, setRefused] = useState<Done | null>(null);
  const { title, done } = WORDS[action];
  const end = (answer: Done) => {
    const { faits, montant, resultats } = answer;
    if (faits < resultats.length) return setRefused(answer);
    notifySuccess(`${counted(faits, "paiement")} ${done(faits)}\u00a0: ${formatEuros(montant)}.`);
    onClose();
  };
  return (
    <Modal opened onClose={close} closeOnClickOutside={false} title={title} size="lg">
      {refused ? (
        <Refusals answer={refused} action={action} payments={chosen} onClose={onClose} />
      ) : (
        <ActForm
          action={action}
          payments={chosen}
          operatorId={operatorId}
          onDone={end}
          onClose={close}
        />
      )}
    </Modal>
  );
}

type ActFormProps = ActModalProps & { onDone: (answer: Done) => void };

function ActForm({ action, payments, operatorId, onDone, onClose }: ActFormProps) {
  const { will, submit: label } = WORDS[action];
  const { mutateAsync: act } = useActOnPayments(operatorId);
  const { form, submit } = useServerForm({
    schema,
    values: { commentaire: "" },
    write: async ({ commentaire }) => {
      const paiements = payments.map(({ objectId }) => objectId);
      onDone(await act({ action, paiements, commentaire }));
    },
  });
  const { control, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text c="dimmed">
          {counted(payments.length, "paiement")}, {sumOf(payments)}, {will(payments.length)}
        </Text>
        <TextareaField
          control={control}
          name="commentaire"
          label="Commentaire"
          hint="Le même pour tous les paiements."
          required
          autoFocus
        />
        <FormError message={errors.root?.message} />
        <Answers mt="xs">
          <Button variant="default" disabled={isSubmitting} onClick={onClose}>
            Retour
          </Button>
          <SubmitButton busy={isSubmitting} color={action === "annuler" ? "red" : undefined}>
            {label}
          </SubmitButton>
        </Answers>
      </Stack>
    </form>
  );
}

type RefusalsProps = { answer: Done; action: Action; payments: Line[]; onClose: () => void };

function Refusals({ answer, action, payments, onClose }: RefusalsProps) {
  const { faits, montant, resultats } = answer;
  const refused = resultats.filter(({ fait }) => !fait);
  const named = (id: number) => payments.find(({ objectId }) => objectId === id);
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {faits > 0
          ? `${counted(faits, "paiement")} ${WORDS[action].done(faits)}\u00a0: ${formatEuros(montant)}. `
          : "Aucun paiement n'a changé. "}
        {counted(refused.length, "paiement")} {plural(refused.length, "reste", "restent")} dans la
        liste&nbsp;:
      </Text>
      <PlainList gap="sm" className={classes.refusals} aria-label="Paiements refusés">
        {refused.map(({ id, message }) => {
          const line = named(id);
          return (
            <li key={id}>
              <strong>{line ? `${line.title}, ${line.amount}` : `n°\u00a0${id}`}</strong>
              <Text c="dimmed">{message}</Text>
            </li>
          );
        })}
      </PlainList>
      <Answers mt="xs">
        <Button data-autofocus onClick={onClose}>
          Fermer
        </Button>
      </Answers>
    </Stack>
  );
}

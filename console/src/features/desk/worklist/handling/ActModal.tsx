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
import { allows, othersOf, type PaymentAct, refusalOf } from "../acts";
import { keyOf, type Line } from "../lines";
import { sumOf } from "../sum";
import classes from "../worklist.module.css";
import { useActOnPayments } from "./api";
import { nameOf, Refusals } from "./Refusals";

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
  action: PaymentAct;
  payments: Line[];
  operatorId: number;
  /** Opens a line beside the list. */
  onShow: (line: Line) => void;
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

function ActDialog({ action, payments, operatorId, onShow, onClose }: ActModalProps) {
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
        <Refusals
          done={outcome(refused, action)}
          refused={refused.resultats
            .filter(({ fait }) => !fait)
            .map(({ id, message }) => {
              const line = chosen.find(({ objectId }) => objectId === id);
              const others = line && othersOf(line, action, Date.now());
              return { key: `n°\u00a0${id}`, line, message, others };
            })}
          label="Paiements refusés"
          onShow={onShow}
          onClose={onClose}
        />
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

/** What was done, and how many payments it was not done to. */
function outcome({ faits, montant, resultats }: Done, action: PaymentAct): string {
  const left = resultats.length - faits;
  const done =
    faits > 0
      ? `${counted(faits, "paiement")} ${WORDS[action].done(faits)}\u00a0: ${formatEuros(montant)}.`
      : "Aucun paiement n'a changé.";
  return `${done} ${counted(left, "paiement")} ${plural(left, "reste", "restent")} dans la liste\u00a0:`;
}

type ActFormProps = Omit<ActModalProps, "onShow"> & { onDone: (answer: Done) => void };

function ActForm({ action, payments, operatorId, onDone, onClose }: ActFormProps) {
  const { will, submit: label } = WORDS[action];
  const [now] = useState(Date.now);
  const meant = payments.filter((line) => allows(line, action, now));
  const others = payments.filter((line) => !allows(line, action, now));
  const { mutateAsync: act } = useActOnPayments(operatorId);
  const { form, submit } = useServerForm({
    schema,
    values: { commentaire: "" },
    write: async ({ commentaire }) => {
      const paiements = meant.map(({ objectId }) => objectId);
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
          {counted(meant.length, "paiement")}, {sumOf(meant)}, {will(meant.length)}
        </Text>
        {others.length > 0 && (
          <div>
            <Text>
              {counted(others.length, "paiement")} {plural(others.length, "reste", "restent")} comme{" "}
              {plural(others.length, "il est", "ils sont")}&nbsp;:
            </Text>
            <PlainList gap="xs" mt="xs" className={classes.refusals} aria-label="Paiements laissés">
              {others.map((line) => (
                <li key={keyOf(line)}>
                  <strong>{nameOf(line)}</strong>
                  <Text c="dimmed">
                    {refusalOf(line, action)} {othersOf(line, action, now)}
                  </Text>
                </li>
              ))}
            </PlainList>
          </div>
        )}
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

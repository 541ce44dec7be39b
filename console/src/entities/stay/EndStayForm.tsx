import { Button, Stack, Text } from "@mantine/core";
import { type FormEvent, useId, useRef } from "react";
import { useServerForm } from "@/kit/records/useServerForm";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { notifySuccess } from "@/ui/feedback/notify";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { DoubleClickShield } from "@/ui/form/DoubleClickShield";
import { FormError } from "@/ui/form/FormError";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Answers } from "@/ui/layout/Answers";
import { Bullets } from "@/ui/layout/Bullets";
import { useEndStay } from "./api";
import { endInput, endSchema, endValues } from "./endStaySchema";

const TrueEndFields = lazyPart(async () => (await import("./TrueEndFields")).TrueEndFields);

export type EndedStay = { id: number; startedAt: string };

type EndStayFormProps = {
  stay: EndedStay;
  /** Whose stay it is: « de Pauline Jacquet ». */
  ofCustomer: string;
  /** What follows, listed below the question. */
  consequences?: readonly string[];
  onBack: () => void;
  onDone: () => void;
};

/** Asks whether to end a stay, now or at the instant when it was over. */
export function EndStayForm(props: EndStayFormProps) {
  const { stay, ofCustomer, consequences, onBack, onDone } = props;
  const { mutateAsync: end } = useEndStay();
  const question = useId();
  const { form, submit } = useServerForm({
    schema: endSchema,
    values: endValues(stay.startedAt),
    fields: { fin: "jour" },
    write: async (values) => {
      await end({ id: stay.id, end: endInput(values, stay.startedAt) });
      notifySuccess("L'occupation est terminée !");
      onDone();
    },
  });
  const { control, formState } = form;
  const { errors, dirtyFields, isSubmitting } = formState;
  const isTyped = Boolean(dirtyFields.heure || dirtyFields.commentaire);
  useUnsavedChanges(isTyped && !isSubmitting);
  const writing = useRef(false);
  const once = async (event: FormEvent) => {
    event.preventDefault();
    // A second press may come before the busy state is rendered.
    if (writing.current) return;
    writing.current = true;
    await submit(event);
    writing.current = false;
  };
  return (
    <form onSubmit={once} noValidate>
      <DoubleClickShield />
      <Stack>
        <Text id={question} style={{ overflowWrap: "anywhere" }}>
          Voulez-vous vraiment mettre fin à l'utilisation {ofCustomer}&nbsp;?
        </Text>
        {consequences && <Bullets items={consequences} />}
        <CheckboxField control={control} name="plusTot" label="Elle s'est terminée plus tôt" />
        {form.watch("plusTot") && <TrueEndFields control={control} startedAt={stay.startedAt} />}
        <FormError message={errors.root?.message} />
        <Answers>
          <Button
            variant="default"
            disabled={isSubmitting}
            autoFocus
            data-autofocus
            aria-describedby={question}
            onClick={onBack}
          >
            Retour
          </Button>
          <SubmitButton color="red" busy={isSubmitting}>
            Confirmer
          </SubmitButton>
        </Answers>
      </Stack>
    </form>
  );
}

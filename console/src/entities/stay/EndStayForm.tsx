import { Button, Stack, Text } from "@mantine/core";
import { type FormEvent, useEffect, useId, useMemo, useRef } from "react";
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
import { PriceOfEnd, PriceSoFar } from "./EndPrice";
import { endInput, endSchema, endValues, trueEnd } from "./endStaySchema";

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
  const schema = useMemo(() => endSchema(stay.startedAt), [stay.startedAt]);
  const { form, submit } = useServerForm({
    schema,
    values: endValues(stay.startedAt),
    fields: { fin: "heure" },
    write: async (values) => {
      await end({ id: stay.id, end: endInput(values, stay.startedAt) });
      notifySuccess("L'occupation est terminée !");
      onDone();
    },
  });
  const { control, formState, trigger } = form;
  const { errors, dirtyFields, isSubmitting } = formState;
  const values = form.watch();
  const { plusTot, jour, heure } = values;
  const isWrong = Boolean(errors.jour || errors.heure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong with one may be mended in the other
  useEffect(() => {
    if (isWrong) void trigger(["jour", "heure"]);
  }, [jour, heure]);
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
        <PriceSoFar stay={stay} />
        <CheckboxField control={control} name="plusTot" label="Elle s'est terminée plus tôt" />
        {plusTot && <TrueEndFields control={control} startedAt={stay.startedAt} />}
        <PriceOfEnd stayId={stay.id} end={trueEnd(values, stay.startedAt)} />
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

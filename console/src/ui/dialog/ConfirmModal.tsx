import { Button, Checkbox, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { BusyButton } from "../form/BusyButton";
import { DoubleClickShield } from "../form/DoubleClickShield";
import { FormError } from "../form/FormError";
import { Answers } from "../layout/Answers";
import { Bullets } from "../layout/Bullets";
import {
  type ConfirmKind,
  type ConfirmRequest,
  type CustomRequest,
  QUESTION,
} from "./confirmRequest";
import { returnFocus } from "./useReturnFocus";

const WORDS: Record<ConfirmKind, { title: string; action: string }> = {
  add: { title: "Création", action: "ajouter" },
  edit: { title: "Modification", action: "modifier" },
  delete: { title: "Suppression", action: "supprimer" },
  abort: { title: "Annulation", action: "annuler" },
  copy: { title: "Duplication", action: "dupliquer" },
};

/** Returns the question; an elided article (« l' ») is joined to its noun. */
function questionOf({ kind, article, item }: ConfirmRequest): string {
  const noun = article.endsWith("'") ? `${article}${item}` : `${article} ${item}`;
  return `Voulez-vous vraiment ${WORDS[kind].action} ${noun} ?`;
}

function wordsOf(request: ConfirmRequest | CustomRequest): Omit<CustomRequest, "onConfirm"> {
  if ("title" in request) return request;
  const { kind, consequences } = request;
  return {
    title: WORDS[kind].title,
    question: questionOf(request),
    consequences,
    destroys: kind === "delete" || kind === "abort",
  };
}

type ConfirmModalProps = {
  request: ConfirmRequest | CustomRequest;
  opener: Element | null;
  /** Writes and closes the dialog. The error thrown has the sentence to show. */
  onAccept: () => Promise<void>;
  onCancel: () => void;
};

export function ConfirmModal({ request, opener, onAccept, onCancel }: ConfirmModalProps) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const pressed = useRef(false);
  const [understood, setUnderstood] = useState(false);
  const { title, question, consequences, destroys, acknowledgement, ...custom } = wordsOf(request);
  const refusal = "kind" in request ? request.refusal : undefined;
  const red = destroys && !("kind" in request && request.kind === "abort");

  useEffect(
    () => () => {
      // Later, because what closes with the dialog returns the focus itself, if it knows better than the dialog.
      queueMicrotask(() => {
        // The control that replaced the opener, or a refused field, may have the focus already.
        if (document.activeElement === document.body) returnFocus(opener);
      });
    },
    [opener],
  );

  const accept = async () => {
    // A ref, because two presses may come before the state is rendered, and both would pass.
    if (pressed.current) return;
    pressed.current = true;
    setRunning(true);
    setFailure(undefined);
    try {
      await onAccept();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setRunning(false);
      pressed.current = false;
    }
  };

  const chooseOther = () => {
    try {
      custom.alternative?.onChoose();
      onCancel();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <Modal
      opened
      onClose={onCancel}
      title={title}
      size={custom.content ? (custom.size ?? "xl") : "sm"}
      withCloseButton={false}
      returnFocus={false}
      zIndex="var(--layer-question)"
      closeOnEscape={false}
      closeOnClickOutside={!running}
      padding="lg"
    >
      <DoubleClickShield />
      <Stack>
        <Text role={refusal && "alert"} {...{ [QUESTION]: true }}>
          {refusal ?? question}
        </Text>
        {consequences && !refusal && <Bullets items={consequences} />}
        {custom.content}
        {acknowledgement && (
          <Checkbox
            label={acknowledgement}
            checked={understood}
            onChange={(event) => setUnderstood(event.currentTarget.checked)}
          />
        )}
        <FormError message={failure} />
        <Answers mt="xs">
          <Button
            variant="default"
            disabled={running}
            data-autofocus={destroys || undefined}
            onClick={onCancel}
          >
            {refusal ? "Fermer" : (custom.refuse ?? "Retour")}
          </Button>
          {custom.alternative && (
            <Button variant="default" disabled={running} onClick={chooseOther}>
              {custom.alternative.label}
            </Button>
          )}
          {!refusal && (
            <BusyButton
              color={red ? "red" : undefined}
              disabled={acknowledgement !== undefined && !understood}
              busy={running}
              data-autofocus={!destroys || undefined}
              onClick={accept}
            >
              {custom.action ?? "Confirmer"}
            </BusyButton>
          )}
        </Answers>
      </Stack>
    </Modal>
  );
}

import { Button, Modal, Text } from "@mantine/core";
import type { RefObject } from "react";
import { CopyButton } from "../form/CopyButton";
import { Answers } from "../layout/Answers";
import classes from "./SecretModal.module.css";
import { useReturnFocus } from "./useReturnFocus";

type SecretModalProps = {
  title: string;
  /** Says that the secret must be kept now. */
  warning: string;
  secret: string;
  /** What follows from it, below the secret. */
  more?: string;
  /** The words of the button that copies it, before and after. */
  copy: { label: string; done: string };
  /** The words of the button that closes the dialog. */
  kept: string;
  /** The control that takes the focus afterwards; absent: the one that had it. */
  opener?: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Shows a secret, for the only time: the dialog closes by its own button alone. */
export function SecretModal({
  title,
  warning,
  secret,
  more,
  copy,
  kept,
  opener,
  onClose,
}: SecretModalProps) {
  useReturnFocus({ to: opener });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      returnFocus={false}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>{warning}</p>
      <code className={classes.secret}>{secret}</code>
      {more && <Text c="dimmed">{more}</Text>}
      <Answers mt="lg">
        <CopyButton text={secret} {...copy} />
        <Button onClick={onClose}>{kept}</Button>
      </Answers>
    </Modal>
  );
}

import { Modal } from "@mantine/core";
import type { PropsWithChildren } from "react";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";

type ChangeModalProps = PropsWithChildren<{
  title: string;
  onClose: () => void;
  closeOnEscape?: boolean;
}>;

/** The dialog in which the caller changes how they sign in. */
export function ChangeModal({ title, onClose, closeOnEscape = true, children }: ChangeModalProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      returnFocus={false}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={closeOnEscape}
    >
      {children}
    </Modal>
  );
}

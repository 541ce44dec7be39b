import { Button, Modal } from "@mantine/core";
import type { FormEvent, PropsWithChildren } from "react";
import { Answers } from "../layout/Answers";
import classes from "./FilterModal.module.css";

type FilterModalProps = PropsWithChildren<{
  title: string;
  opened: boolean;
  onClose: () => void;
  onApply: () => void;
  onReset: () => void;
}>;

/** The modal with the filters of a list. It is a form, so that Enter applies the filters from any field. */
export function FilterModal({
  title,
  opened,
  onClose,
  onApply,
  onReset,
  children,
}: FilterModalProps) {
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg" padding="lg">
      <form onSubmit={apply} noValidate>
        <div className={classes.fields}>{children}</div>
        <Answers justify="space-between" className={classes.buttons}>
          <Button variant="default" onClick={onReset}>
            Réinitialiser
          </Button>
          <Button type="submit">Filtrer</Button>
        </Answers>
      </form>
    </Modal>
  );
}

import { Button } from "@mantine/core";
import { useConfirm } from "@/ui/dialog/confirm";
import { BusyButton } from "@/ui/form/BusyButton";
import { Answers } from "@/ui/layout/Answers";
import classes from "../edit.module.css";

type SaveBarProps = {
  /** The names of the changed parts. */
  names: readonly string[];
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

/** Stands at the foot of the screen while something on the page is not saved. */
export function SaveBar({ names, busy, onSave, onDiscard }: SaveBarProps) {
  const confirm = useConfirm();
  const discard = async () => {
    if (await confirm({ kind: "abort", article: "les", item: "modifications en cours" }))
      onDiscard();
  };
  return (
    <section
      className={classes.bar}
      aria-label="Modifications non enregistrées"
      data-foot
      data-no-print
    >
      <p role="status">
        <strong>Modifications non enregistrées</strong>
        <span>{names.join(", ")}</span>
      </p>
      <Answers flex="1 1 auto">
        <Button
          variant="default"
          aria-label="Annuler toutes les modifications"
          onClick={() => !busy && discard()}
        >
          Annuler
        </Button>
        <BusyButton busy={busy} aria-label="Enregistrer toutes les modifications" onClick={onSave}>
          Enregistrer
        </BusyButton>
      </Answers>
    </section>
  );
}

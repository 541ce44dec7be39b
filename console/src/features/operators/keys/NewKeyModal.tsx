import { Button, Modal } from "@mantine/core";
import { CopyButton } from "@/ui/CopyButton";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { formatMoment } from "@/words/format";
import classes from "./KeysBlock.module.css";

type NewKeyModalProps = {
  secret: string;
  /** Until when the key that this one replaces is good. */
  formerUntil?: string | undefined;
  onClose: () => void;
};

/** Shows a new key, for the only time: the dialog closes by its own buttons alone. */
export function NewKeyModal({ secret, formerUntil, onClose }: NewKeyModalProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Nouvelle clé"
      returnFocus={false}
      withCloseButton={false}
      classNames={{ title: classes.title }}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p className={classes.warning}>
        Copiez cette clé maintenant&nbsp;: elle ne sera plus affichée.
      </p>
      <code className={classes.secret}>{secret}</code>
      {formerUntil && (
        <p className={classes.former}>
          L'ancienne clé vaut encore jusqu'au {formatMoment(formerUntil)}. Remplacer de nouveau la
          clé y met fin.
        </p>
      )}
      <div className={classes.buttons}>
        <CopyButton text={secret} label="Copier la clé" done="Clé copiée" />
        <Button onClick={onClose}>J'ai conservé la clé</Button>
      </div>
    </Modal>
  );
}

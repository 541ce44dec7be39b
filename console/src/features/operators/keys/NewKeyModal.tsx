import { Button, Modal } from "@mantine/core";
import { CopyButton } from "@/ui/CopyButton";
import { useReturnFocus } from "@/ui/useReturnFocus";
import classes from "./KeysBlock.module.css";

/** Shows a new key, for the only time: the dialog closes by its own buttons alone. */
export function NewKeyModal({ secret, onClose }: { secret: string; onClose: () => void }) {
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
      <div className={classes.buttons}>
        <CopyButton text={secret} label="Copier la clé" done="Clé copiée" />
        <Button onClick={onClose}>J'ai conservé la clé</Button>
      </div>
    </Modal>
  );
}

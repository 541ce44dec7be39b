import { formatLong } from "@/format";
import { SecretModal } from "@/ui/dialog/SecretModal";

type NewKeyModalProps = {
  secret: string;
  /** Until when the key that this one replaces is good. */
  formerUntil?: string | undefined;
  onClose: () => void;
};

/** Shows a new key, for the only time. */
export function NewKeyModal({ secret, formerUntil, onClose }: NewKeyModalProps) {
  return (
    <SecretModal
      title="Nouvelle clé"
      warning={"Copiez cette clé maintenant\u00a0: elle ne sera plus affichée."}
      secret={secret}
      {...(formerUntil && {
        more: `L'ancienne clé vaut encore jusqu'au ${formatLong(formerUntil)}. Remplacer de nouveau la clé y met fin.`,
      })}
      copy={{ label: "Copier la clé", done: "Clé copiée" }}
      kept="J'ai conservé la clé"
      onClose={onClose}
    />
  );
}

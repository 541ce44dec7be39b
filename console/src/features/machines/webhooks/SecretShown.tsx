import type { RefObject } from "react";
import { SecretModal } from "@/ui/dialog/SecretModal";

type SecretShownProps = {
  secret: string;
  opener?: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Shows a new signing secret, for the only time. */
export function SecretShown({ secret, opener, onClose }: SecretShownProps) {
  return (
    <SecretModal
      title="Secret de signature"
      warning={"Copiez ce secret maintenant\u00a0: il ne sera plus affiché."}
      secret={secret}
      more={
        "Donnez-le au système qui reçoit les notifications\u00a0: il vérifie avec lui que chaque requête vient d'ici."
      }
      copy={{ label: "Copier le secret", done: "Secret copié" }}
      kept="J'ai conservé le secret"
      opener={opener}
      onClose={onClose}
    />
  );
}

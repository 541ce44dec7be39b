import { Button } from "@mantine/core";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { State } from "../Section";

export function MessagesSection() {
  return (
    <State name="La réussite s'efface seule, l'échec reste jusqu'à sa fermeture" row>
      <Button variant="default" onClick={() => notifySuccess("L'occupation est terminée !")}>
        Réussite
      </Button>
      <Button
        variant="default"
        onClick={() => notifyError("L'enregistrement a échoué. Vérifiez votre connexion.")}
      >
        Échec
      </Button>
    </State>
  );
}

import { Button } from "@mantine/core";
import type { Webhook } from "@/data/webhooks";
import { useSaveWebhook } from "@/data/writes/webhooks";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { formatMoment } from "@/words/format";
import { valuesOfWebhook } from "./schema";
import { SUSPENSIONS } from "./states";
import classes from "./webhooks.module.css";

/** Why nothing is sent any more, and what resumes it. */
export function SuspensionNote({ webhook }: { webhook: Webhook }) {
  const { mutateAsync: save } = useSaveWebhook(webhook.id);
  const { suspension, libelle } = webhook;
  const resume = useConfirmedWrite({
    question: {
      title: "Réactiver",
      question: `Voulez-vous réactiver la notification «\u00a0${libelle}\u00a0»\u00a0?`,
      consequences: ["Ce qui attend est envoyé aussitôt, du plus ancien au plus récent."],
      action: "Réactiver",
    },
    write: () => save({ ...valuesOfWebhook(webhook), actif: true }),
    done: `La notification «\u00a0${libelle}\u00a0» est réactivée.`,
  });
  return (
    <div role="status">
      {suspension && (
        <div className={classes.note}>
          <div>
            <p className={classes.noteTitle}>{SUSPENSIONS[suspension.motif]}</p>
            <p className={classes.text}>
              Rien n'est envoyé depuis le {formatMoment(suspension.depuis)}. Les événements sont
              gardés 30&nbsp;jours, puis envoyés dès la réactivation.
            </p>
          </div>
          <Button onClick={resume}>Réactiver</Button>
        </div>
      )}
    </div>
  );
}

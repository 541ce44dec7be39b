import { formatElapsed, formatWithSeconds } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { DeliveryDetails } from "./api";
import classes from "./webhooks.module.css";

type Attempt = DeliveryDetails["detailTentatives"][number];

/** The attempts of a delivery, oldest first. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className={classes.none}>Rien n'a encore été envoyé.</p>;
  return (
    <ol className={classes.attempts}>
      {attempts.map((attempt) => (
        <AttemptItem key={attempt.instant} attempt={attempt} />
      ))}
    </ol>
  );
}

function AttemptItem({
  attempt: { instant, statut, duree, erreur, reponse },
}: {
  attempt: Attempt;
}) {
  return (
    <li>
      <div className={classes.attemptHead}>
        <StatusChip
          color={erreur === null ? "green" : "red"}
          label={statut === null ? "Aucune réponse" : `Réponse ${statut}`}
        />
        <time dateTime={instant}>{formatWithSeconds(instant)}</time>
        <span>{formatElapsed(duree)}</span>
      </div>
      {erreur && <p className={classes.text}>{erreur}</p>}
      {reponse && (
        <details className={classes.answer}>
          <summary>Début de la réponse</summary>
          <pre className={classes.body}>{reponse}</pre>
        </details>
      )}
    </li>
  );
}

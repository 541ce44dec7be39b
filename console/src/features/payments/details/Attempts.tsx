import { formatDateTime, formatEuros } from "@/shared/format";
import { StatusChip } from "@/shared/ui/StatusChip";
import type { Attempt } from "../queries";
import { describeAttempt, NBSP } from "../wording";
import classes from "./details.module.css";

/** The history of a payment, oldest first. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0)
    return <p className={classes.none}>Ce paiement n'a pas encore été présenté.</p>;
  return (
    <ol className={classes.history}>
      {attempts.map((one) => (
        <AttemptItem key={one.uuid} attempt={one} />
      ))}
    </ol>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { datePresentation, montant, carte, commentaire, nature } = attempt;
  const { title, outcome } = describeAttempt(attempt);
  return (
    <li className={classes.event}>
      <div className={classes.eventHead}>
        <span className={classes.eventTitle}>{title}</span>
        <StatusChip {...outcome} />
        <span className={classes.eventAmount}>{formatEuros(montant)}</span>
      </div>
      <p className={classes.eventFacts}>
        <time dateTime={datePresentation}>{formatDateTime(datePresentation)}</time>
        {carte && (
          <span>
            Carte {carte.pan}, expire {carte.expirationDate}
          </span>
        )}
        {!carte && nature === "presentation" && <span>Aucune carte n'a pu être présentée.</span>}
      </p>
      {commentaire && (
        <p className={classes.comment}>
          «{NBSP}
          {commentaire}
          {NBSP}»
        </p>
      )}
    </li>
  );
}

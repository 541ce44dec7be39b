import { IconCalendarEvent } from "@tabler/icons-react";
import type { Payment } from "@/entities/payment/types";
import { formatEuros, formatShort } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Attempt } from "../api";
import { describeAttempt, NBSP, nextAttemptOf } from "../wording";
import classes from "./details.module.css";

/** The attempts of a payment, oldest first, and when the next one is planned. */
export function Attempts({ payment }: { payment: Payment }) {
  const attempts = payment.paiementDetail.paiementPresentation;
  const next = nextAttemptOf(payment, formatShort);
  return (
    <>
      {attempts.length === 0 ? (
        <p className={classes.none}>Ce paiement n'a pas encore été présenté.</p>
      ) : (
        <ol className={classes.attempts}>
          {attempts.map((one) => (
            <AttemptItem key={one.uuid} attempt={one} />
          ))}
        </ol>
      )}
      {next && (
        <p className={classes.next}>
          <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
          {next}
        </p>
      )}
    </>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { datePresentation, montant, carte, commentaire, nature } = attempt;
  const { title, outcome } = describeAttempt(attempt);
  return (
    <li className={classes.attempt}>
      <div className={classes.attemptHead}>
        <span className={classes.attemptTitle}>{title}</span>
        <StatusChip {...outcome} />
        <span className={classes.attemptAmount}>{formatEuros(montant)}</span>
      </div>
      <p className={classes.attemptFacts}>
        <time dateTime={datePresentation}>{formatShort(datePresentation)}</time>
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

import { Group, Text } from "@mantine/core";
import { IconCalendarEvent } from "@tabler/icons-react";
import type { Payment } from "@/entities/payment/types";
import { formatEuros, formatLong, formatShort } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Attempt } from "../api";
import classes from "../payments.module.css";
import { describeAttempt, NBSP, nextAttemptOf, waitingOf } from "../wording";

/** The attempts of a payment, oldest first, and when the next one is planned. */
export function Attempts({ payment }: { payment: Payment }) {
  const attempts = payment.paiementDetail.paiementPresentation;
  const next = [waitingOf(payment), nextAttemptOf(payment, formatLong)].filter(Boolean).join(". ");
  return (
    <>
      {attempts.length === 0 ? (
        <Text c="dimmed">Ce paiement n'a pas encore été présenté.</Text>
      ) : (
        <ol className={classes.attempts}>
          {attempts.map((one) => (
            <AttemptItem key={one.uuid} attempt={one} />
          ))}
        </ol>
      )}
      {next && (
        <Group gap="xs" mt="sm" fz={13} fw={550}>
          <IconCalendarEvent size={16} stroke={1.75} aria-hidden />
          {next}
        </Group>
      )}
    </>
  );
}

function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { datePresentation, montant, carte, commentaire, nature, encaissement } = attempt;
  const { title, outcome } = describeAttempt(attempt);
  return (
    <li>
      <Group gap="xs">
        <Text span fw={550}>
          {title}
        </Text>
        <StatusChip {...outcome} />
        <Text span ml="auto">
          {formatEuros(montant)}
        </Text>
      </Group>
      <Group gap="0 1rem" mt={4} c="dimmed" fz={13}>
        <time dateTime={datePresentation}>{formatShort(datePresentation)}</time>
        {carte && (
          <span>
            Carte {carte.pan}, expire {carte.expirationDate}
          </span>
        )}
        {!carte && nature === "presentation" && <span>Aucune carte n'a pu être présentée.</span>}
        {encaissement && <span>Part d'un encaissement de {formatEuros(encaissement.montant)}</span>}
      </Group>
      {commentaire && (
        <Text mt={4} fz={13}>
          «{NBSP}
          {commentaire}
          {NBSP}»
        </Text>
      )}
    </li>
  );
}

import { Anchor, Text } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import { capitalised, counted, formatEuros, formatMonth, plural } from "@/format";
import { PlainList } from "@/ui/layout/PlainList";
import type { Statement } from "../api";

const NBSP = "\u00a0";

type Left = { sentence: string; to: LinkProps };

/** « 2026-10 » → « 2026-10-31 ». */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** What is left to do about a month, each with where it is done. */
export function leftToDo({ mois, resteAFaire: left }: Statement): Left[] {
  if (!left) return [];
  const { ecarts, montantEcarts, enCours, montantEnCours, sansNumero, moisOuverts } = left;
  const list: Left[] = moisOuverts.map((open) => ({
    sentence: `${capitalised(formatMonth(open))} à clôturer d'abord`,
    to: { to: "/reddition/$mois", params: { mois: open } },
  }));
  if (ecarts > 0)
    list.push({
      sentence: `${counted(ecarts, "écart")} à expliquer avec le prestataire, pour ${formatEuros(montantEcarts)}`,
      to: { to: "/rapprochement", search: { mois } },
    });
  if (enCours > 0)
    list.push({
      sentence: `${counted(enCours, "paiement")} en cours chez le prestataire, pour ${formatEuros(montantEnCours)}`,
      to: {
        to: "/liste-paiements-exploitant",
        search: { statut: ["ATTEMPT_PROCESS"], debutAu: lastDayOf(mois) },
      },
    });
  if (sansNumero > 0)
    list.push({
      sentence: `${counted(sansNumero, "document")} en attente de numéro`,
      to: {
        to: "/liste-paiements-exploitant",
        search: { paiementDu: `${mois}-01`, paiementAu: lastDayOf(mois) },
      },
    });
  return list;
}

/** What is left to do before a month is closed, at the head of its page. */
export function LeftToDo({ statement }: { statement: Statement }) {
  const list = leftToDo(statement);
  if (list.length === 0)
    return (
      <Text c="dimmed" fz={13} mt={6}>
        Il ne reste rien à faire avant la clôture.
      </Text>
    );
  return (
    <>
      <Text fw={550} mt="sm">
        Avant la clôture, il reste{NBSP}:
      </Text>
      <PlainList gap={6} aria-label="Ce qui reste à faire avant la clôture">
        {list.map(({ sentence, to }) => (
          <li key={sentence}>
            <Anchor underline="always" renderRoot={(props) => <Link {...props} {...to} />}>
              {sentence}
            </Anchor>
          </li>
        ))}
      </PlainList>
    </>
  );
}

/** How a month was closed: with which differences, and why. */
export function HowClosed({
  statement: { resteAFaire: left, commentaire },
}: {
  statement: Statement;
}) {
  const ecarts = left?.ecarts ?? 0;
  return (
    <>
      {left && ecarts > 0 && (
        <Text inherit mt={6}>
          Il l'a été avec {counted(ecarts, "écart")} non {plural(ecarts, "expliqué")} avec le
          prestataire, pour {formatEuros(left.montantEcarts)}.
        </Text>
      )}
      {commentaire && (
        <Text inherit mt={6}>
          Commentaire&nbsp;: {commentaire}
        </Text>
      )}
    </>
  );
}

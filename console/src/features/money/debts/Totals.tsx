import { Anchor, Paper, Skeleton, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatEuros, formatMonth } from "@/format";
import { Sums } from "@/ui/layout/Sums";
import type { DebtPage } from "./api";
import { AGES } from "./words";

/** What all people owe by age, and how it agrees with the statement; absent while it loads. */
export function Totals({ debts }: { debts: DebtPage | undefined }) {
  if (!debts) return <Skeleton height={96} radius="md" mb="md" />;
  const { ensemble, au } = debts;
  const { avantRegistre, montant } = ensemble;
  const month = au.slice(0, 7);
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-label="Ensemble des créances">
      <Sums>
        {AGES.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{formatEuros(ensemble[key])}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>{formatEuros(montant)}</dd>
        </div>
        {avantRegistre > 0 && (
          <div>
            <dt>Dont d'avant le registre</dt>
            <dd>{formatEuros(avantRegistre)}</dd>
          </div>
        )}
      </Sums>
      <Text size="sm" c="dimmed" mt="sm">
        Ce total est le solde exigible de la{" "}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/reddition/$mois" params={{ mois: month }} />}
        >
          reddition des comptes de {formatMonth(month)}
        </Anchor>{" "}
        à cet instant, {formatEuros(debts.soldeExigible)}
        <Difference debts={debts} />.
      </Text>
    </Paper>
  );
}

/** What the total has more or less than the statement. */
function Difference({ debts: { ensemble, reglesNonInscrits } }: { debts: DebtPage }) {
  const { avantRegistre } = ensemble;
  return (
    <>
      {avantRegistre > 0 &&
        `, et ${formatEuros(avantRegistre)} facturés avant le registre, qu'elle ne compte qu'une fois soldés`}
      {reglesNonInscrits > 0 &&
        `, moins ${formatEuros(reglesNonInscrits)} réglés avant le registre, que la numérotation du passé n'a pas encore inscrits`}
    </>
  );
}

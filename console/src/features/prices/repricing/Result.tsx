import { Paper, Stack, Text } from "@mantine/core";
import { formatEuros, formatEurosChange } from "@/format";
import { Block } from "@/ui/layout/Block";
import { Sums } from "@/ui/layout/Sums";
import { type Column, Table } from "@/ui/table/Table";
import { type Group, Groups } from "../repricing/Groups";
import { gapColumns, gapKey } from "../repricing/gaps";
import type { Repricing, RepricingGap } from "./api";

const columns: Column<RepricingGap>[] = [
  ...gapColumns<RepricingGap>(),
  {
    key: "ecart",
    header: "Écart",
    align: "right",
    render: ({ ecart }) => formatEurosChange(ecart),
  },
];

const groupsOf = ({ tropPercus, insuffisants, identiques }: Repricing): Group[] => [
  {
    label: "Trop perçu",
    hint: "Elles ont coûté plus qu'elles n'auraient dû.",
    count: tropPercus.nombre,
    sum: formatEuros(tropPercus.somme),
  },
  {
    label: "Trop peu perçu",
    hint: "Elles ont coûté moins qu'elles n'auraient dû.",
    count: insuffisants.nombre,
    sum: formatEuros(insuffisants.somme),
  },
  {
    label: "Inchangé",
    hint: "Leur prix est juste\u00a0; la somme est ce qu'elles ont coûté.",
    count: identiques.nombre,
    sum: formatEuros(identiques.somme),
  },
];

/** How many stays cost too much, too little or the right price. */
export function Result({ repricing }: { repricing: Repricing }) {
  const { utilisations, totalNouveau, statut } = repricing;
  if (statut === "termine" && utilisations.nombre + repricing.autresNatures.nombre === 0)
    return (
      <Paper withBorder p="md">
        <Text maw="80ch">
          Aucune utilisation terminée n'a commencé dans cette période avec ce tarif.
        </Text>
      </Paper>
    );
  return (
    <Stack>
      <Paper withBorder p="md">
        <Sums>
          <div>
            <dt>Ce qu'elles ont coûté</dt>
            <dd>{formatEuros(utilisations.somme)}</dd>
          </div>
          <div>
            <dt>Avec les valeurs corrigées</dt>
            <dd>{formatEuros(totalNouveau)}</dd>
          </div>
          <div>
            <dt>Différence</dt>
            <dd>{formatEurosChange(totalNouveau - utilisations.somme)}</dd>
          </div>
        </Sums>
      </Paper>
      <Groups caption="Résultat" groups={groupsOf(repricing)} others={repricing.autresNatures} />
    </Stack>
  );
}

/** The stays whose price changes most. */
export function WidestGaps({ gaps }: { gaps: readonly RepricingGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <Block title="Les plus grands écarts" bare>
      <Table caption="Les plus grands écarts" columns={columns} rows={gaps} rowKey={gapKey} />
    </Block>
  );
}

import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatEuros, formatEurosChange, formatPercentChange } from "@/format";
import { Sums } from "@/ui/layout/Sums";
import { Table } from "@/ui/table/Table";
import { type Change, gapColumns, gapKey } from "../../repricing/gaps";

const columns = gapColumns();

type OutcomeProps = {
  /** Which stays were compared, where the choice above does not say it already. */
  compared?: string | undefined;
  now: number;
  then: number;
  /** The widest, the widest first. */
  gaps: readonly Change[];
  /** Shown between the totals and the gaps. */
  children?: ReactNode;
};

/** What stays cost, what they would have cost, and the widest gaps. */
export function Outcome({ compared, now, then, gaps, children }: OutcomeProps) {
  const change = then - now;
  return (
    <Stack gap="sm">
      {compared && <Text>{compared}</Text>}
      <div role="status">
        <Sums>
          <div>
            <dt>Total actuel</dt>
            <dd>{formatEuros(now)}</dd>
          </div>
          <div>
            <dt>Avec ces valeurs</dt>
            <dd>{formatEuros(then)}</dd>
          </div>
          <div>
            <dt>Différence</dt>
            <dd>
              {formatEurosChange(change)}
              {now > 0 && change !== 0 && (
                <Text span fw={500}>
                  {" "}
                  ({formatPercentChange(change / now)})
                </Text>
              )}
            </dd>
          </div>
        </Sums>
      </div>
      {children}
      {gaps.length === 0 ? (
        <Text>Aucune de ces utilisations n'aurait changé de prix.</Text>
      ) : (
        <>
          <Text>Les plus grands écarts</Text>
          <Table caption="Les plus grands écarts" columns={columns} rows={gaps} rowKey={gapKey} />
        </>
      )}
    </Stack>
  );
}

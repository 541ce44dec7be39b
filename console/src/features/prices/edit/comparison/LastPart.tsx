import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import type { TariffInput } from "@/features/prices/api";
import { type Comparison, comparisonQuery } from "@/features/prices/simulation/api";
import { formatCount } from "@/format";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { Outcome } from "./Outcome";

/** How many stays the server compares at most. */
export const LAST = 100;

type LastPartProps = {
  tariffId: number;
  /** The terms typed a moment ago; undefined before the first. */
  terms: TariffInput | undefined;
  /** Reports whether those of now are others. */
  typing: boolean;
};

/** What the last stays would have cost. */
export function LastPart({ tariffId, terms, typing }: LastPartProps) {
  const { data, error, isFetching } = useQuery(comparisonQuery(tariffId, terms));
  if (typing || isFetching)
    return (
      <div aria-busy>
        <CardSkeleton lines={3} />
      </div>
    );
  if (error) return <Text role="status">{asApiError(error).message}</Text>;
  return data && <Found comparison={data} />;
}

function Found({ comparison }: { comparison: Comparison }) {
  const { utilisations: count, totalActuel, totalNouveau, plusGrandsEcarts } = comparison;
  if (count === 0) {
    return (
      <Text role="status">
        Aucune utilisation n'est encore terminée avec ce tarif&nbsp;: il n'y a rien à comparer.
      </Text>
    );
  }
  return (
    <Outcome
      compared={count < LAST ? comparedOf(count) : undefined}
      now={totalActuel}
      then={totalNouveau}
      gaps={plusGrandsEcarts}
    />
  );
}

const comparedOf = (count: number) =>
  count > 1 ? `Les ${formatCount(count)} dernières utilisations` : "La dernière utilisation";

import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { formatEuros, formatShort } from "@/format";
import { Facts } from "@/ui/layout/Facts";
import { endPriceQuery } from "./api";

type EndPriceProps = {
  stay: { id: number; startedAt: string };
  /** The true end, where it is typed whole and possible. */
  end: string | undefined;
};

/** Since when a stay has lasted and what it costs: if it ends now, and if it ended before. */
export function EndPrice({ stay: { id, startedAt }, end }: EndPriceProps) {
  const [settled] = useDebouncedValue(end, 250);
  const now = useQuery(endPriceQuery(id));
  const then = useQuery({ ...endPriceQuery(id, settled), enabled: settled !== undefined });
  const price = end !== undefined && end === settled ? then.data?.prixActuel : undefined;
  return (
    <>
      <Facts
        roomy
        items={[
          { label: "Début", value: formatShort(startedAt) },
          {
            label: "Prix jusqu'ici",
            value: now.data ? formatEuros(now.data.prixActuel) : "–",
          },
        ]}
      />
      <Text role="status" fw={600} hidden={price === undefined}>
        {price !== undefined && `Prix à cette fin\u00a0: ${formatEuros(price)}`}
      </Text>
    </>
  );
}

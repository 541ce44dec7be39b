import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { formatEuros, formatShort } from "@/format";
import { Facts } from "@/ui/layout/Facts";
import { endPriceQuery } from "./api";

/** Since when a stay has lasted, and what it costs if it ends now. */
export function PriceSoFar({
  stay: { id, startedAt },
}: {
  stay: { id: number; startedAt: string };
}) {
  const { data } = useQuery(endPriceQuery(id));
  return (
    <Facts
      items={[
        { label: "Début", value: formatShort(startedAt) },
        { label: "Prix jusqu'ici", value: data ? formatEuros(data.prixActuel) : "–" },
      ]}
    />
  );
}

/** What a stay costs if it ended at `end`, once that is typed whole and possible. */
export function PriceOfEnd({ stayId, end }: { stayId: number; end: string | undefined }) {
  const [settled] = useDebouncedValue(end, 250);
  const { data } = useQuery({ ...endPriceQuery(stayId, settled), enabled: settled !== undefined });
  const price = end !== undefined && end === settled ? data?.prixActuel : undefined;
  return (
    <Text role="status" fw={600} hidden={price === undefined}>
      {price !== undefined && `Prix à cette fin\u00a0: ${formatEuros(price)}`}
    </Text>
  );
}

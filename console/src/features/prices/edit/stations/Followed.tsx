import { Button, Group, Text } from "@mantine/core";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { useCan } from "@/session/rights";
import { typesInWords } from "../../coverage/coverage";
import { useSaveTariffParts } from "../api";

/** Says which lockers that are created later get the tariff, and ends it. */
export function Followed({ tariffId, types }: { tariffId: number; types: readonly number[] }) {
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  const { mutateAsync: save } = useSaveTariffParts(tariffId);
  const stop = useConfirmedWrite({
    question: {
      title: "Casiers créés plus tard",
      question:
        "Voulez-vous vraiment ne plus appliquer ce tarif aux casiers créés plus tard\u00a0?",
      consequences: ["Il reste appliqué aux casiers qui existent."],
    },
    write: () => save({ body: { typesSuivis: [] } }),
    done: "Le tarif ne s'appliquera plus aux casiers créés plus tard.",
  });
  return (
    <Group justify="space-between" gap="xs" mt="sm">
      <Text c="dimmed">
        S'applique aussi aux casiers créés plus tard, dans toutes les stations&nbsp;:{" "}
        {typesInWords(types)}.
      </Text>
      {mayWrite && (
        <Button variant="default" size="xs" onClick={stop}>
          Ne plus suivre
        </Button>
      )}
    </Group>
  );
}

import { Button, Checkbox, Group } from "@mantine/core";
import { readTariffEffect } from "@/entities/effect/api";
import { endsInWords } from "@/entities/effect/words";
import { formatCount } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { type Beneficiary, useSaveTariffParts } from "../api";

const OPEN = "Ce tarif sera ensuite ouvert à tous les usagers.";

type BeneficiaryActsProps = {
  tariffId: number;
  /** The version of the tariff on screen. */
  version?: number | undefined;
  beneficiaries: readonly Beneficiary[];
  /** Those that the search shows, on all pages. */
  found: readonly Beneficiary[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], on: boolean) => void;
  onDeleted: () => void;
};

/** Removes several beneficiaries at once, or all of them. */
export function BeneficiaryActions({
  tariffId,
  version,
  beneficiaries,
  found,
  chosen,
  onChoose,
  onDeleted,
}: BeneficiaryActsProps) {
  const { mutateAsync: save } = useSaveTariffParts(tariffId);
  const all = beneficiaries.length;
  const ids = beneficiaries.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const ticked = found.filter(({ id }) => chosen.has(id)).length;

  const removeChosen = useConfirmedWrite({
    question: async () => ({
      kind: "delete",
      article: ids.length > 1 ? "les" : "l'",
      item: ids.length > 1 ? `${formatCount(ids.length)} usagers choisis` : "usager choisi",
      consequences:
        ids.length === all
          ? [OPEN]
          : endsInWords((await readTariffEffect(tariffId, { retirer: ids })).termines),
    }),
    write: () => save({ body: { beneficiaires: { retraits: ids } }, version }),
    done:
      ids.length > 1
        ? `${formatCount(ids.length)} usagers sont supprimés.`
        : "1 usager est supprimé.",
    after: () => {
      onChoose(ids, false);
      onDeleted();
    },
  });
  const openToAll = useConfirmedWrite({
    question: {
      title: "Ouverture à tous les usagers",
      question: "Voulez-vous vraiment ouvrir ce tarif à tous les usagers\u00a0?",
      consequences: [
        all > 1
          ? `Les ${formatCount(all)} usagers autorisés sont retirés de la liste.`
          : "L'usager autorisé est retiré de la liste.",
      ],
      destroys: true,
    },
    write: () => save({ body: { beneficiaires: { toutRetirer: true } }, version }),
    done: "Le tarif est ouvert à tous les usagers.",
  });

  return (
    <Group justify="space-between" gap="xs">
      {all > 1 && (
        <Checkbox
          label={
            found.length === all ? "Tout choisir" : `Tout choisir (${formatCount(found.length)})`
          }
          checked={ticked > 0 && ticked === found.length}
          indeterminate={ticked > 0 && ticked < found.length}
          disabled={found.length === 0}
          onChange={() =>
            onChoose(
              found.map(({ id }) => id),
              ticked < found.length,
            )
          }
        />
      )}
      <Group gap="xs">
        {ids.length > 0 && (
          <Button variant="light" color="red" size="xs" onClick={removeChosen}>
            Supprimer la sélection ({formatCount(ids.length)})
          </Button>
        )}
        <Button variant="default" size="xs" onClick={openToAll}>
          Ouvrir à tous les usagers
        </Button>
      </Group>
    </Group>
  );
}

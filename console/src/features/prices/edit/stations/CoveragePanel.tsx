import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asApiError } from "@/api/errors";
import { QueryState } from "@/kit/lists/QueryState";
import { FormActions } from "@/kit/records/FormActions";
import { NewRow } from "@/kit/records/NewRow";
import { useUnsavedChanges } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { CoverageFields, type CoveredStation } from "../../coverage/CoverageFields";
import { coverageFault, coverageInput, placesOf, wholeCoverage } from "../../coverage/coverage";
import { useSaveTariffParts } from "../api";
import { useDraftPart } from "../draft/draft";

type CoveragePanelProps = {
  tariffId: number;
  /** The operator's stations. */
  stations: UseQueryResult<CoveredStation[]>;
  onEnd: () => void;
};

/** Applies the tariff to all stations of the operator, or to several, in one act. */
export function CoveragePanel({ stations, ...props }: CoveragePanelProps) {
  return (
    <NewRow label="Toutes mes stations">
      <QueryState query={stations} rows={3}>
        {(list) =>
          list.length > 0 ? (
            <CoverageForm {...props} stations={list} />
          ) : (
            <Text c="dimmed">L'exploitant n'a encore aucune station.</Text>
          )
        }
      </QueryState>
    </NewRow>
  );
}

function CoverageForm({
  tariffId,
  stations,
  onEnd,
}: Omit<CoveragePanelProps, "stations"> & { stations: readonly CoveredStation[] }) {
  const { mutateAsync: save, isPending } = useSaveTariffParts(tariffId);
  const [coverage, setCoverage] = useState(() => wholeCoverage(stations));
  const [failure, setFailure] = useState<string | null>(null);
  // Opened, it already says what is to be saved: everywhere.
  useUnsavedChanges(true);
  useReturnFocus({ onlyIfLost: true });

  const collect = () => {
    const fault = coverageFault(coverage);
    setFailure(fault);
    return fault === null ? coverageInput(coverage, stations) : null;
  };
  useDraftPart(true, {
    name: "Toutes mes stations",
    collect: async () => collect(),
    settle: onEnd,
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changes = collect();
    if (!changes || isPending) return;
    try {
      notifySuccess(`Le tarif s'applique à ${placesOf(await save({ body: changes }))}.`);
    } catch (error) {
      setFailure(asApiError(error).message);
      return;
    }
    onEnd();
  };

  return (
    <form onSubmit={submit}>
      <Text c="dimmed" mb="md">
        Le tarif s'ajoute à tous les casiers et espaces choisis ici&nbsp;: il reste où il est déjà,
        et les autres tarifs aussi.
      </Text>
      <CoverageFields stations={stations} value={coverage} onChange={setCoverage} />
      <FormError message={failure ?? undefined} />
      <FormActions busy={isPending} onCancel={onEnd} changed />
    </form>
  );
}

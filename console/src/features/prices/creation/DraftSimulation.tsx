import { Button } from "@mantine/core";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { TariffInput } from "../api";
import { newTariff, toWire } from "../fields/conversions";
import type { TariffForm } from "../fields/tariffSchema";
import { SimulationModal } from "../simulation/SimulationModal";

/** The fields without the labels: a price can be simulated before it has a name. */
const PRICE = (Object.keys(newTariff) as (keyof TariffForm)[]).filter(
  (field) => field !== "libelleAdmin" && field !== "libelleUtilisateur",
);

type DraftSimulationProps = { operatorId: number; form: UseFormReturn<TariffForm> };

/** Opens the simulation with the values typed so far, once they are valid. */
export function DraftSimulation({ operatorId, form }: DraftSimulationProps) {
  const [draft, setDraft] = useState<TariffInput | null>(null);
  const simulate = async () => {
    if (await form.trigger(PRICE, { shouldFocus: true })) setDraft(toWire(form.getValues()));
  };
  return (
    <>
      <Button variant="default" data-separate onClick={simulate}>
        Simuler une occupation
      </Button>
      {draft && (
        <SimulationModal
          operatorId={operatorId}
          draft={draft}
          opened
          onClose={() => setDraft(null)}
        />
      )}
    </>
  );
}

import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { TariffInput } from "@/data/tariffs";
import { useSaveTariff } from "@/data/writes/tariffs";
import { useRecordForm } from "@/kit/records/useRecordForm";
import { Block } from "@/ui/Block";
import { notifyError } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { UnsavedScope } from "@/ui/unsaved";
import { toForm, toWire } from "../fields/conversions";
import { NameFields, TariffFields } from "../fields/TariffFields";
import { tariffSchema } from "../fields/tariffSchema";
import { SimulationModal } from "../simulation/SimulationModal";
import { BeneficiariesSection } from "./beneficiaries/BeneficiariesSection";
import { ComparisonPanel } from "./comparison/ComparisonPanel";
import { Header, LIST } from "./Header";
import { PeriodsSection } from "./periods/PeriodsSection";
import { StationsSection } from "./stations/StationsSection";
import type { TariffProps } from "./tariffProps";

const FORM = "condition-tarifaire";

/**
 * The form of a tariff. Periods, lockers and beneficiaries are each saved on their own; the price is saved by
 * the form's button.
 */
export function TariffEditor({ tariff, stations }: TariffProps) {
  const navigate = useNavigate();
  const { mutateAsync: save } = useSaveTariff(tariff.id);
  const [simulated, setSimulated] = useState<TariffInput | "saved" | null>(null);
  // A refetch updates only the fields that were not edited.
  const values = useMemo(() => toForm(tariff), [tariff]);
  const { form, submit } = useRecordForm({
    schema: tariffSchema,
    values,
    live: true,
    write: (typed) => save(toWire(typed)),
    done: ({ libelleAdmin }) =>
      `La condition tarifaire «\u00a0${libelleAdmin}\u00a0» est enregistrée.`,
    after: (_, { reset, getValues }) => {
      // Flushed before the navigation, which asks about unsaved changes.
      flushSync(() => reset(getValues()));
      return navigate({ to: LIST });
    },
    showRefusal: ({ message }, _, isAtField) => {
      if (!isAtField) notifyError(message);
      return !isAtField;
    },
  });
  const { control, trigger, getValues, formState } = form;
  const { isDirty } = formState;

  const finish = (event: FormEvent) => {
    event.preventDefault();
    void (isDirty ? submit() : navigate({ to: LIST }));
  };

  const simulate = async () => {
    if (!isDirty) setSimulated("saved");
    else if (await trigger(undefined, { shouldFocus: true })) setSimulated(toWire(getValues()));
  };

  return (
    <>
      <Header
        label={tariff.libelleAdmin}
        onSimulate={simulate}
        finish={
          <SubmitButton form={FORM} busy={formState.isSubmitting}>
            Terminer
          </SubmitButton>
        }
      />
      <form id={FORM} onSubmit={finish} noValidate>
        <Block title="Informations générales">
          <NameFields control={control} />
        </Block>
        <Block title="Coût et plages de fonctionnement">
          <TariffFields control={control} />
          <ComparisonPanel control={control} tariff={tariff} />
        </Block>
      </form>
      <UnsavedScope>
        <PeriodsSection tariffId={tariff.id} />
      </UnsavedScope>
      <UnsavedScope>
        <StationsSection tariffId={tariff.id} stations={stations} />
      </UnsavedScope>
      <BeneficiariesSection tariffId={tariff.id} />
      {simulated && (
        <SimulationModal
          opened
          onClose={() => setSimulated(null)}
          {...(simulated === "saved"
            ? { tariffId: tariff.id }
            : { operatorId: tariff.idExploitant, draft: simulated })}
        />
      )}
    </>
  );
}

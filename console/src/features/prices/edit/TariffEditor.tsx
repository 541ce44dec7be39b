import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AuditLink } from "@/entities/audit/AuditLink";
import { readTariffEffect } from "@/entities/effect/api";
import { keepsInWords, tellsInWords } from "@/entities/effect/words";
import { formatEuros } from "@/format";
import { useRecordForm } from "@/kit/records/useRecordForm";
import { ALL_FIELDS } from "@/kit/records/useServerForm";
import { UnsavedScope } from "@/ui/dialog/unsaved";
import { notifyError } from "@/ui/feedback/notify";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { Block } from "@/ui/layout/Block";
import type { TariffInput } from "../api";
import { toForm, toWire } from "../fields/conversions";
import { NameFields, TariffFields } from "../fields/TariffFields";
import { tariffSchema } from "../fields/tariffSchema";
import { SimulationModal } from "../simulation/SimulationModal";
import { type TariffChanges, useSaveTariff, useSaveTariffParts } from "./api";
import { BeneficiariesSection } from "./beneficiaries/BeneficiariesSection";
import { ComparisonPanel } from "./comparison/ComparisonPanel";
import { DraftProvider, useDrafts } from "./draft/draft";
import { SaveBar } from "./draft/SaveBar";
import { Header, LIST } from "./Header";
import { PeriodsSection } from "./periods/PeriodsSection";
import { StationsSection } from "./stations/StationsSection";
import type { TariffProps } from "./tariffProps";
import { WeekSection } from "./week/WeekSection";

const FORM = "condition-tarifaire";

/** What a term of a subscription costs: the promotional price when there is one. */
const termPrice = (of: { montant?: number | null; montantPromo?: number | null }) =>
  of.montantPromo ?? of.montant ?? 0;

/**
 * The page of a tariff for those who may change it. Each part has its own save; « Terminer » and the bar save
 * all that is typed in one call, of which nothing is applied when a part is refused.
 */
export function TariffEditor(props: TariffProps) {
  return (
    <DraftProvider>
      <Editor {...props} />
    </DraftProvider>
  );
}

function Editor({ tariff, stations }: TariffProps) {
  const navigate = useNavigate();
  const drafts = useDrafts();
  const { mutateAsync: save } = useSaveTariff(tariff.id);
  const { mutateAsync: saveParts } = useSaveTariffParts(tariff.id);
  const [simulated, setSimulated] = useState<TariffInput | "saved" | null>(null);
  /** What the save under way takes from the other parts, and where it leads. */
  const saving = useRef<{ parts: TariffChanges; leave: boolean }>({ parts: {}, leave: true });
  // A refetch updates only the fields that were not edited.
  const values = useMemo(() => toForm(tariff), [tariff]);
  const { form, submit, aside } = useRecordForm({
    schema: tariffSchema,
    values,
    live: true,
    record: {
      version: tariff.version,
      savedVersion: (saved: { version?: number }) => saved.version,
      name: `la condition tarifaire «\u00a0${tariff.libelleAdmin}\u00a0»`,
      facts: toWire,
    },
    write: async (typed, version): Promise<{ version?: number }> => {
      const { parts } = saving.current;
      const general = toWire(typed);
      if (Object.keys(parts).length === 0) return save({ body: general, version });
      return saveParts({ body: { ...parts, ...(isDirty && { informations: general }) }, version });
    },
    question: async (typed) => {
      const { abonnement, typeTarif } = toWire(typed);
      const montant = termPrice(toWire(typed));
      const unite = typeTarif === tariff.typeTarif ? undefined : (typeTarif as "mois" | "an");
      if (!abonnement || (!unite && montant === termPrice(tariff))) return;
      const { prevenus, inchanges } = await readTariffEffect(tariff.id, { montant, unite });
      const consequences = [...tellsInWords(prevenus), ...keepsInWords(inchanges)];
      if (consequences.length === 0) return;
      return {
        title: "Nouveau prix",
        question: `Voulez-vous vraiment fixer le prix de cet abonnement à ${formatEuros(montant)}${unite ? ` par ${unite}` : ""}\u00a0?`,
        consequences,
      };
    },
    done: ({ libelleAdmin }) =>
      `La condition tarifaire «\u00a0${libelleAdmin}\u00a0» est enregistrée.`,
    after: (_, { reset, getValues }) => {
      // Flushed before the navigation, which asks about unsaved changes.
      flushSync(() => {
        reset(getValues(), ALL_FIELDS);
        drafts.settle();
      });
      return saving.current.leave ? navigate({ to: LIST }) : undefined;
    },
    showRefusal: ({ message }, _, isAtField) => {
      if (!isAtField) notifyError(message);
      return !isAtField;
    },
  });
  const { control, trigger, getValues, formState } = form;
  const { isDirty, isSubmitting } = formState;
  const names = [...(isDirty ? ["Informations et prix"] : []), ...drafts.names];

  const saveAll = async (leave: boolean) => {
    if (isSubmitting) return;
    const parts = await drafts.collect();
    if (!parts) {
      if (isDirty) await trigger();
      return;
    }
    saving.current = { parts, leave };
    await submit();
  };

  const finish = (event: FormEvent) => {
    event.preventDefault();
    void (names.length > 0 ? saveAll(true) : navigate({ to: LIST }));
  };

  const discard = () =>
    flushSync(() => {
      form.reset(values, ALL_FIELDS);
      drafts.settle();
    });

  const simulate = async () => {
    if (!isDirty) setSimulated("saved");
    else if (await trigger(undefined, { shouldFocus: true })) setSimulated(toWire(getValues()));
  };

  return (
    <>
      <Header
        label={tariff.libelleAdmin}
        onSimulate={simulate}
        repriced={tariff.id}
        finish={
          <SubmitButton form={FORM} busy={isSubmitting}>
            Terminer
          </SubmitButton>
        }
      />
      <form id={FORM} onSubmit={finish} noValidate>
        {aside}
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
        <StationsSection
          tariffId={tariff.id}
          version={tariff.version}
          followed={tariff.typesSuivis}
          sold={tariff.abonnement}
          stations={stations}
        />
      </UnsavedScope>
      <BeneficiariesSection tariffId={tariff.id} version={tariff.version} />
      <WeekSection tariff={tariff} />
      <AuditLink about={`tarif:${tariff.id}`} name={tariff.libelleAdmin} />
      {names.length > 0 && (
        <SaveBar
          names={names}
          busy={isSubmitting}
          onSave={() => saveAll(false)}
          onDiscard={discard}
        />
      )}
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

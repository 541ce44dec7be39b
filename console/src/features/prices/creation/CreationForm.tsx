import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { FormActions } from "@/kit/records/FormActions";
import { useCancelCreation } from "@/kit/records/useCancelCreation";
import { useRecordForm } from "@/kit/records/useRecordForm";
import type { ChosenOperator } from "@/session/operator";
import { useConfirmLoss, useUnsavedChanges } from "@/ui/dialog/unsaved";
import { FormError } from "@/ui/form/FormError";
import { Block } from "@/ui/layout/Block";
import { coverageFault, coverageInput } from "../coverage/coverage";
import { PeriodForm } from "../edit/periods/PeriodForm";
import { newPeriod, periodInput } from "../edit/periods/periodSchema";
import { newTariff, toWire } from "../fields/conversions";
import { NameFields, TariffFields } from "../fields/TariffFields";
import { tariffSchema } from "../fields/tariffSchema";
import { useCreateTariff } from "./api";
import { Catalogue } from "./Catalogue";
import { CompanyCard } from "./CompanyCard";
import { type ChosenCoverage, CoverageBlock } from "./CoverageBlock";
import { type CompanyForm, companySchema, patternOf } from "./companySchema";
import classes from "./creation.module.css";
import { DraftSimulation } from "./DraftSimulation";
import { PeriodCard } from "./PeriodCard";
import type { Template } from "./templates";

const FORM = "nouvelle-condition-tarifaire";
const NO_PERIODS: Template["periods"] = [];
const PERIOD_OPEN =
  "Veuillez d'abord enregistrer ou annuler la plage horaire en cours de modification";

export function CreationForm({ operator }: { operator: ChosenOperator }) {
  const navigate = useNavigate();
  const confirmLoss = useConfirmLoss();
  const { mutateAsync: create } = useCreateTariff(operator.id);
  const company = useForm<CompanyForm>({
    resolver: valibotResolver(companySchema),
    defaultValues: { domaine: "" },
  });
  const [template, setTemplate] = useState<Template | null>(null);
  const [periods, setPeriods] = useState(NO_PERIODS);
  const [limited, setLimited] = useState(false);
  const [editing, setEditing] = useState<number | "new" | null>(null);
  const [applied, setApplied] = useState<ChosenCoverage | null>(null);
  const fault = applied && coverageFault(applied.coverage);
  const [faultShown, setFaultShown] = useState(false);

  const {
    form: tariff,
    send,
    writing,
  } = useRecordForm({
    schema: tariffSchema,
    values: newTariff,
    question: ({ libelleAdmin: item }) => ({
      kind: "add",
      article: "la condition tarifaire",
      item,
    }),
    write: (values) =>
      create({
        ...toWire(values),
        periodes: periods.map(periodInput),
        beneficiaires: limited ? [patternOf(company.getValues())] : [],
        ...(applied && coverageInput(applied.coverage, applied.offered)),
      }),
    done: ({ libelleAdmin }) => `La condition tarifaire «\u00a0${libelleAdmin}\u00a0» est créée.`,
    after: ({ id }) =>
      navigate({
        to: "/gestion-tarifs/$id/details",
        params: { id: String(id) },
        replace: true, // Back leads to the list, not to an empty form.
        ignoreBlocker: true,
      }),
  });

  const changed =
    periods !== (template?.periods ?? NO_PERIODS) || limited !== (template?.company ?? false);
  useUnsavedChanges(company.formState.isDirty || changed);

  const start = async (from: Template) => {
    if (!(await confirmLoss())) return;
    tariff.reset(from.form);
    company.reset();
    setTemplate(from);
    setPeriods(from.periods);
    setLimited(from.company);
    setEditing(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const rightCompany = !limited || (await company.trigger());
    await tariff.handleSubmit(async (values) => {
      if (!rightCompany) company.setFocus("domaine");
      else if (editing !== null) tariff.setError("root", { message: PERIOD_OPEN });
      else if (fault) setFaultShown(true);
      else await send(values);
    })();
  };

  const addPeriod = (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => setEditing("new")}
    >
      Ajouter une plage horaire
    </Button>
  );

  return (
    <>
      <Catalogue chosen={template} onChoose={start} />
      <form id={FORM} onSubmit={submit} noValidate>
        <Block title="Informations générales">
          <NameFields control={tariff.control} />
          <TariffFields control={tariff.control} />
        </Block>
      </form>
      {periods.length > 0 || editing === "new" ? (
        <Block title="Plages horaires" action={editing !== "new" && addPeriod}>
          {periods.map((period, index) => (
            <PeriodCard
              key={period.id}
              period={period}
              editing={editing === index}
              onEdit={(open) => setEditing(open ? index : null)}
              onChange={(typed) => setPeriods(periods.with(index, { ...typed, id: period.id }))}
              onRemove={() => setPeriods(periods.toSpliced(index, 1))}
            />
          ))}
          {editing === "new" && (
            <section className={classes.item} aria-label="Nouvelle plage horaire">
              <PeriodForm
                values={newPeriod}
                autoFocus
                write={async (typed) =>
                  setPeriods([...periods, { ...typed, id: String(Date.now()) }])
                }
                onEnd={() => setEditing(null)}
              />
            </section>
          )}
        </Block>
      ) : (
        <Group justify="space-between" gap="xs" mb="lg">
          <Text c="dimmed" fz={13}>
            Sans plage horaire, ce tarif s'applique tous les jours, à toute heure.
          </Text>
          {addPeriod}
        </Group>
      )}
      <CoverageBlock
        operatorId={operator.id}
        value={applied}
        failure={faultShown ? fault : null}
        onChange={setApplied}
      />
      {limited && (
        <Block title="Limitation à certains usagers">
          <CompanyCard control={company.control} onRemove={() => setLimited(false)} />
        </Block>
      )}
      <Text c="dimmed">
        Les usagers et le détail des casiers se choisissent ensuite, une fois la condition tarifaire
        enregistrée.
      </Text>
      <FormError message={tariff.formState.errors.root?.message} />
      <div className={classes.actions}>
        <FormActions
          form={FORM}
          busy={writing}
          onCancel={useCancelCreation("création de la condition tarifaire")}
        >
          <DraftSimulation operatorId={operator.id} form={tariff} />
        </FormActions>
      </div>
    </>
  );
}

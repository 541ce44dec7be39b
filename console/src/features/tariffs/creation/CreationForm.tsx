import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useForm } from "react-hook-form";
import { useCreateTariff } from "@/data/writes/tariffs";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import type { ChosenOperator } from "@/session/operator";
import { Block } from "@/ui/Block";
import { useConfirm } from "@/ui/confirm";
import { FormError } from "@/ui/FormError";
import { notifySuccess } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { useConfirmLoss, useUnsavedChanges } from "@/ui/unsaved";
import { type PeriodValues, periodInput } from "../edit/periods/periodSchema";
import { newTariff, tariffFields, toWire } from "../fields/conversions";
import { NameFields, TariffFields } from "../fields/TariffFields";
import { type TariffForm, tariffSchema } from "../fields/tariffSchema";
import { Catalogue } from "./Catalogue";
import { CompanyCard } from "./CompanyCard";
import { type CompanyForm, companySchema, patternOf } from "./companySchema";
import classes from "./creation.module.css";
import { DraftSimulation } from "./DraftSimulation";
import { PeriodCard } from "./PeriodCard";
import type { Template } from "./templates";

const LIST = "/gestion-tarifs";
const FORM = "nouvelle-condition-tarifaire";
const NO_PERIODS: PeriodValues[] = [];
const PERIOD_OPEN =
  "Veuillez d'abord enregistrer ou annuler la plage horaire en cours de modification";

export function CreationForm({ operator }: { operator: ChosenOperator }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const confirmedWrite = useConfirmedWrite();
  const confirmLoss = useConfirmLoss();
  const { mutateAsync: create } = useCreateTariff(operator.id);
  const tariff = useForm<TariffForm>({
    resolver: valibotResolver(tariffSchema),
    defaultValues: newTariff,
  });
  const company = useForm<CompanyForm>({
    resolver: valibotResolver(companySchema),
    defaultValues: { domaine: "" },
  });
  const [template, setTemplate] = useState<Template | null>(null);
  const [periods, setPeriods] = useState(NO_PERIODS);
  const [limited, setLimited] = useState(false);
  const [editing, setEditing] = useState<number | null>(null);

  const changed =
    periods !== (template?.periods ?? NO_PERIODS) || limited !== (template?.company ?? false);
  useUnsavedChanges(tariff.formState.isDirty || company.formState.isDirty || changed);

  const start = async (from: Template) => {
    if (!(await confirmLoss())) return;
    tariff.reset(from.form);
    company.reset();
    setTemplate(from);
    setPeriods(from.periods);
    setLimited(from.company);
    setEditing(null);
  };

  const write = async (values: TariffForm) => {
    const result = await confirmedWrite({
      question: { kind: "add", article: "la condition tarifaire", item: values.libelleAdmin },
      write: () =>
        create({
          ...toWire(values),
          periodes: periods.map(periodInput),
          beneficiaires: limited ? [patternOf(company.getValues())] : [],
        }),
      setError: tariff.setError,
      fields: tariffFields,
    });
    if (!result) return;
    notifySuccess(`La condition tarifaire «\u00a0${values.libelleAdmin}\u00a0» est créée.`);
    await navigate({
      to: "/gestion-tarifs/$id/details",
      params: { id: String(result.done.id) },
      ignoreBlocker: true,
    });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const rightCompany = !limited || (await company.trigger());
    await tariff.handleSubmit(async (values) => {
      if (!rightCompany) company.setFocus("domaine");
      else if (editing !== null) tariff.setError("root", { message: PERIOD_OPEN });
      else await write(values);
    })();
  };

  const cancel = async () => {
    const sure = await confirm({
      kind: "abort",
      article: "la",
      item: "création de la condition tarifaire",
    });
    if (sure) await navigate({ to: LIST, ignoreBlocker: true });
  };

  return (
    <>
      <Catalogue chosen={template} onChoose={start} />
      <form id={FORM} onSubmit={submit} noValidate>
        <Block title="Informations générales">
          <NameFields control={tariff.control} />
          <TariffFields control={tariff.control} />
        </Block>
      </form>
      {periods.length > 0 && (
        <Block title="Plages horaires">
          {periods.map((period, index) => (
            <PeriodCard
              key={period.libelle}
              period={period}
              editing={editing === index}
              onEdit={(open) => setEditing(open ? index : null)}
              onChange={(typed) => setPeriods(periods.with(index, typed))}
              onRemove={() => setPeriods(periods.toSpliced(index, 1))}
            />
          ))}
        </Block>
      )}
      {limited && (
        <Block title="Limitation à certains usagers">
          <CompanyCard control={company.control} onRemove={() => setLimited(false)} />
        </Block>
      )}
      <p className={classes.next}>
        Les plages horaires, les stations et les usagers se choisissent ensuite, une fois la
        condition tarifaire enregistrée.
      </p>
      <FormError message={tariff.formState.errors.root?.message} />
      <div className={classes.buttons}>
        <DraftSimulation operatorId={operator.id} form={tariff} />
        <Button variant="default" onClick={cancel}>
          Annuler
        </Button>
        <SubmitButton form={FORM} busy={tariff.formState.isSubmitting}>
          Enregistrer
        </SubmitButton>
      </div>
    </>
  );
}

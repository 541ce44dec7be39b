import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { useCreateStation } from "@/data/writes/stations";
import { NoOperator } from "@/kit/ForOperator";
import { useBack } from "@/kit/routing/page";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import { type ChosenOperator, useOperator } from "@/session/operator";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { PageHeader } from "@/ui/PageHeader";
import { SubmitButton } from "@/ui/SubmitButton";
import { UnsavedProvider, useUnsavedChanges } from "@/ui/unsaved";
import classes from "./configuration.module.css";
import { StationFields } from "./StationFields";
import {
  newStation,
  type StationValues,
  stationFields,
  stationInput,
  stationSchema,
} from "./stationSchema";

const LIST = "/gestion-stations";

/** Creates a station of the chosen operator. */
export function CreationPage() {
  const operator = useOperator();
  return (
    <UnsavedProvider>
      <PageHeader
        title="Configuration d'une nouvelle station"
        subtitle={operator?.nom}
        back={useBack()}
      />
      {!operator ? (
        <NoOperator
          hint={"Une station se crée chez un exploitant\u00a0: choisissez-en un d'abord."}
        />
      ) : (
        <CreationForm operator={operator} />
      )}
    </UnsavedProvider>
  );
}

function CreationForm({ operator }: { operator: ChosenOperator }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const confirmedWrite = useConfirmedWrite();
  const { mutateAsync: create } = useCreateStation(operator.id);
  const { control, handleSubmit, setError, setValue, formState } = useForm<StationValues>({
    resolver: valibotResolver(stationSchema),
    defaultValues: newStation,
  });
  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    const result = await confirmedWrite({
      question: { kind: "add", article: "la station", item: values.nom },
      write: () => create(stationInput(values)),
      setError,
      fields: stationFields,
    });
    if (!result) return;
    notifySuccess(`La station «\u00a0${values.nom}\u00a0» est ajoutée.`);
    await navigate({
      to: "/gestion-stations/$id/details",
      params: { id: String(result.done.idStation) },
      ignoreBlocker: true,
    });
  });

  const cancel = async () => {
    const sure = await confirm({
      kind: "abort",
      article: "la",
      item: "création de la station",
    });
    if (sure) await navigate({ to: LIST, ignoreBlocker: true });
  };

  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <StationFields control={control} setValue={setValue} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={cancel}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}

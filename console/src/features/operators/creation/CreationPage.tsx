import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { useCreateOperator } from "@/data/writes/operators";
import { useBack } from "@/kit/routing/page";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { PageHeader } from "@/ui/PageHeader";
import { SubmitButton } from "@/ui/SubmitButton";
import { UnsavedProvider, useUnsavedChanges } from "@/ui/unsaved";
import { OperatorFields } from "../OperatorFields";
import classes from "../operators.module.css";
import {
  fieldsOf,
  newOperator,
  newOperatorInput,
  type OperatorValues,
  operatorSchema,
} from "../schemas";

const LIST = "/gestion-exploitants";

export function CreationPage() {
  return (
    <UnsavedProvider>
      <PageHeader title="Nouvel exploitant" back={useBack()} />
      <CreationForm />
    </UnsavedProvider>
  );
}

function CreationForm() {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const confirmedWrite = useConfirmedWrite();
  const { mutateAsync: create } = useCreateOperator();
  const { control, handleSubmit, setError, formState } = useForm<OperatorValues>({
    resolver: valibotResolver(operatorSchema),
    defaultValues: newOperator,
  });
  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    const result = await confirmedWrite({
      question: { kind: "add", article: "l'exploitant", item: values.libelleExploitant },
      write: () => create(newOperatorInput(values)),
      setError,
      fields: fieldsOf(newOperator),
    });
    if (!result) return;
    notifySuccess(`L'exploitant «\u00a0${values.libelleExploitant}\u00a0» est ajouté.`);
    await navigate({
      to: "/gestion-exploitants/$id/details",
      params: { id: String(result.done.id) },
      ignoreBlocker: true,
    });
  });

  const cancel = async () => {
    const sure = await confirm({
      kind: "abort",
      article: "la",
      item: "création de l'exploitant",
    });
    if (sure) await navigate({ to: LIST, ignoreBlocker: true });
  };

  return (
    <form className={classes.card} onSubmit={submit} noValidate>
      <OperatorFields control={control} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={cancel}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Terminer</SubmitButton>
      </div>
    </form>
  );
}

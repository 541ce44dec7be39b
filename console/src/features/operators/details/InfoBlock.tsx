import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { useForm } from "react-hook-form";
import type { Operator } from "@/data/operators";
import { useSaveOperator } from "@/data/writes/operators";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import { EditableBlock } from "@/ui/EditableBlock";
import { Facts } from "@/ui/Facts";
import { notifySuccess } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import { OperatorFields } from "../OperatorFields";
import classes from "../operators.module.css";
import {
  fieldsOf,
  type OperatorValues,
  operatorInput,
  operatorSchema,
  valuesOfOperator,
} from "../schemas";

/** The operator's data, to read or to change. */
export function InfoBlock({ operator }: { operator: Operator }) {
  return (
    <EditableBlock
      title="Informations de l'exploitant"
      renderForm={(end) => <InfoForm operator={operator} onEnd={end} />}
    >
      <InfoFacts operator={operator} />
    </EditableBlock>
  );
}

function InfoFacts({ operator: { nom, mail, adresse, metabaseId } }: { operator: Operator }) {
  return (
    <div className={classes.facts}>
      <Facts
        items={[
          { label: "Nom", value: nom },
          { label: "Email", value: mail },
          { label: "Adresse", value: adresse.adresse },
          { label: "Complément d'adresse", value: adresse.complement || "–" },
          { label: "Code postal", value: adresse.codePostal },
          { label: "Ville", value: adresse.ville },
          { label: "Identifiant Metabase", value: metabaseId ?? "–" },
        ]}
      />
    </div>
  );
}

function InfoForm({ operator, onEnd }: { operator: Operator; onEnd: () => void }) {
  const confirmedWrite = useConfirmedWrite();
  const { mutateAsync: save } = useSaveOperator(operator.id);
  const { control, handleSubmit, setError, formState } = useForm<OperatorValues>({
    resolver: valibotResolver(operatorSchema),
    defaultValues: valuesOfOperator(operator),
  });
  useUnsavedChanges(formState.isDirty);

  const submit = handleSubmit(async (values) => {
    const result = await confirmedWrite({
      question: { kind: "edit", article: "l'exploitant", item: operator.nom },
      write: () => save(operatorInput(values)),
      setError,
      fields: fieldsOf(values),
    });
    if (!result) return;
    notifySuccess(`L'exploitant «\u00a0${values.libelleExploitant}\u00a0» est enregistré.`);
    onEnd();
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <OperatorFields control={control} existing />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onEnd}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}

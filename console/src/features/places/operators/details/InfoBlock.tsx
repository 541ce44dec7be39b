import type { Operator } from "@/entities/operator/api";
import { RecordForm } from "@/kit/records/RecordForm";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { OperatorFields } from "../OperatorFields";
import classes from "../operators.module.css";
import { operatorFacts, operatorInput, operatorSchema, valuesOfOperator } from "../schemas";
import { useSaveOperator } from "./api";

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
    <Facts
      roomy
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
  );
}

function InfoForm({ operator, onEnd }: { operator: Operator; onEnd: () => void }) {
  const { mutateAsync: save } = useSaveOperator(operator.id);
  return (
    <RecordForm
      className={classes.form}
      schema={operatorSchema}
      values={valuesOfOperator(operator)}
      question={() => ({ kind: "edit", article: "l'exploitant", item: operator.nom })}
      record={{
        version: operator.version,
        name: `l'exploitant «\u00a0${operator.nom}\u00a0»`,
        facts: operatorFacts,
      }}
      write={(values, version) => save({ body: operatorInput(values), version })}
      done={({ libelleExploitant: name }) => `L'exploitant «\u00a0${name}\u00a0» est enregistré.`}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => <OperatorFields control={control} existing />}
    </RecordForm>
  );
}

import type { Operator } from "@/entities/operator/api";
import { FORMS, formatRate, formatSiret, wholeEuros } from "@/entities/operator/fiscal";
import { RecordForm } from "@/kit/records/RecordForm";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { useSaveIdentity } from "../details/api";
import classes from "../operators.module.css";
import { IdentityFields } from "./IdentityFields";
import { identityFacts, identityInput, identitySchema, valuesOfIdentity } from "./schema";

type IdentityBlockProps = {
  operator: Operator;
  /** Only read, on the page of those who may not change it. */
  readOnly?: boolean;
};

/** Who the operator is on its receipts and credit notes, and its VAT. */
export function IdentityBlock({ operator, readOnly = false }: IdentityBlockProps) {
  return (
    <EditableBlock
      title="Identité et TVA"
      mayEdit={!readOnly}
      renderForm={(end) => <IdentityForm operator={operator} onEnd={end} />}
    >
      <IdentityFacts operator={operator} />
    </EditableBlock>
  );
}

function IdentityFacts({ operator: { identiteFiscale: identity } }: { operator: Operator }) {
  const exempt = identity.mentionExoneration !== "";
  return (
    <Facts
      roomy
      items={[
        { label: "Raison sociale", value: identity.raisonSociale || "–" },
        { label: "Forme", value: FORMS[identity.forme] ?? "–" },
        ...(identity.forme === "societe"
          ? [
              { label: "Forme sociale", value: identity.formeSociale || "–" },
              {
                label: "Capital social",
                value: identity.capitalSocial > 0 ? wholeEuros(identity.capitalSocial) : "–",
              },
              { label: "Ville du RCS", value: identity.villeRcs || "–" },
            ]
          : []),
        ...(identity.forme === "mandataire"
          ? [{ label: "Mandant", value: identity.mandant || "–" }]
          : []),
        { label: "SIRET", value: formatSiret(identity.siret) || "–" },
        ...(exempt
          ? [{ label: "TVA", value: `Exonéré\u00a0: ${identity.mentionExoneration}` }]
          : [
              { label: "Taux de TVA", value: formatRate(identity.tauxTva) },
              {
                label: "N°\u00a0de TVA intracommunautaire",
                value: identity.tvaIntracommunautaire || "–",
              },
            ]),
        { label: "Préfixe des documents", value: identity.prefixeDocuments },
      ]}
    />
  );
}

function IdentityForm({ operator, onEnd }: { operator: Operator; onEnd: () => void }) {
  const { mutateAsync: save } = useSaveIdentity(operator.id);
  return (
    <RecordForm
      className={classes.form}
      schema={identitySchema}
      values={valuesOfIdentity(operator.identiteFiscale)}
      question={() => ({ kind: "edit", article: "l'identité et la TVA de", item: operator.nom })}
      record={{
        version: operator.version,
        name: `l'identité de «\u00a0${operator.nom}\u00a0»`,
        facts: identityFacts,
      }}
      write={(values, version) => save({ body: identityInput(values), version })}
      done={() => "L'identité et la TVA sont enregistrées. Les prochains documents les portent."}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => <IdentityFields control={control} operator={operator} />}
    </RecordForm>
  );
}

import { Text } from "@mantine/core";
import * as v from "valibot";
import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";
import { formatSiren } from "@/entities/account/contactFacts";
import { key } from "@/format/pasted";
import { required, shaped } from "@/format/rules";
import { DeleteButton } from "@/kit/records/DeleteButton";
import { RecordForm } from "@/kit/records/RecordForm";
import { FieldPairs } from "@/ui/form/FieldPairs";
import { TextField } from "@/ui/form/fields";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { personName } from "../wording";
import { type Company, useChangeCompany } from "./api";

const schema = v.object({
  nom: required("Veuillez renseigner le nom de la société"),
  siren: shaped(
    (text) => /^[0-9]{9}$/.test(key(text)),
    "Le SIREN compte 9 chiffres",
    "Le SIREN compte 9 chiffres",
  ),
  adresse: required("Veuillez renseigner l'adresse de la société"),
});

const FIELDS = {
  "societe.nom": "nom",
  "societe.siren": "siren",
  "societe.adresse": "adresse",
} as const;

type CompanyBlockProps = { account: AccountDetails; scope: Scope };

/** For which company the person pays, that their receipts name. */
export function CompanyBlock({ account, scope }: CompanyBlockProps) {
  const { societe: company } = account;
  return (
    <EditableBlock
      title="Société"
      renderForm={(end) => <CompanyForm account={account} scope={scope} onEnd={end} />}
    >
      {company ? (
        <Facts
          items={[
            { label: "Raison sociale", value: company.nom, wide: true },
            { label: "SIREN", value: formatSiren(company.siren) },
            { label: "Adresse", value: company.adresse, wide: true },
          ]}
        />
      ) : (
        <Text c="dimmed">Cette personne paie pour elle-même.</Text>
      )}
    </EditableBlock>
  );
}

function CompanyForm({ account, scope, onEnd }: CompanyBlockProps & { onEnd: () => void }) {
  const { societe: company } = account;
  const { mutateAsync: save } = useChangeCompany(account.id, scope);
  const name = personName(account);
  return (
    <RecordForm
      schema={schema}
      fields={FIELDS}
      values={{
        nom: company?.nom ?? "",
        siren: formatSiren(company?.siren ?? ""),
        adresse: company?.adresse ?? "",
      }}
      question={() => ({ kind: "edit", article: "la société de", item: name })}
      record={{
        version: account.version,
        name: `la société de «\u00a0${name}\u00a0»`,
        facts: ({ nom, siren, adresse }) => ({ societe: `${nom}, ${siren}, ${adresse}` }),
      }}
      write={(societe: Company, version) => save({ body: { societe }, version })}
      done={() => "La société est enregistrée. Les prochains reçus la nomment."}
      after={onEnd}
      onCancel={onEnd}
      more={
        company && (
          <DeleteButton
            article="la société de"
            item={name}
            consequences={["Les prochains reçus nommeront la personne seule."]}
            write={() => save({ body: {}, version: account.version })}
            done={`${name} paie désormais pour elle-même.`}
            after={onEnd}
          />
        )
      }
    >
      {({ control }) => (
        <FieldPairs>
          <TextField
            control={control}
            name="nom"
            label="Raison sociale"
            required
            autoComplete="off"
          />
          <TextField
            control={control}
            name="siren"
            label="SIREN"
            hint="9 chiffres"
            required
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            control={control}
            name="adresse"
            label="Adresse"
            hint="En une ligne, comme sur une enveloppe"
            required
            autoComplete="off"
          />
        </FieldPairs>
      )}
    </RecordForm>
  );
}

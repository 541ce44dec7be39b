import { type Control, useWatch } from "react-hook-form";
import type { Operator } from "@/entities/operator/api";
import { FORMS } from "@/entities/operator/fiscal";
import { FieldPairs } from "@/ui/form/FieldPairs";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import { DocumentHeader } from "./DocumentHeader";
import type { IdentityValues } from "./schema";

const CHOICES = [
  { value: "", label: "Choisir" },
  ...Object.entries(FORMS).map(([value, label]) => ({ value, label })),
];

type IdentityFieldsProps = {
  control: Control<IdentityValues>;
  operator: Operator;
};

export function IdentityFields({ control, operator }: IdentityFieldsProps) {
  const values = useWatch({ control }) as IdentityValues;
  const exempt = values.mentionExoneration.trim() !== "";
  return (
    <>
      <FieldPairs>
        <TextField
          control={control}
          name="raisonSociale"
          label="Raison sociale"
          hint="Le nom légal du vendeur, tel que ses documents le portent"
          required
          autoComplete="off"
        />
        <SelectField
          control={control}
          name="forme"
          label="Forme"
          hint={
            "Régie\u00a0: un service de la collectivité\u00a0; mandataire\u00a0: il encaisse pour elle\u00a0; société\u00a0: pour son compte"
          }
          required
          data={CHOICES}
        />
        <TextField
          control={control}
          name="siret"
          label="SIRET"
          hint="14 chiffres"
          required
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          control={control}
          name="prefixeDocuments"
          label="Préfixe des documents"
          hint={`2 à 7 lettres majuscules ou chiffres\u00a0; vide\u00a0: EX${operator.id}`}
          autoCapitalize="characters"
          autoComplete="off"
        />
        {values.forme === "societe" && (
          <>
            <TextField
              control={control}
              name="formeSociale"
              label="Forme sociale"
              hint={"Par exemple\u00a0: SAS. La loi la demande sur les documents d'une société."}
              autoComplete="off"
            />
            <TextField
              control={control}
              name="capitalSocial"
              label="Capital social, en euros"
              inputMode="decimal"
              autoComplete="off"
            />
            <TextField
              control={control}
              name="villeRcs"
              label="Ville du RCS"
              hint="Du greffe qui tient le registre du commerce et des sociétés"
              autoComplete="off"
            />
          </>
        )}
        {values.forme === "mandataire" && (
          <TextField
            control={control}
            name="mandant"
            label="Mandant"
            hint={"Les documents disent «\u00a0Au nom et pour le compte de…\u00a0»"}
            autoComplete="off"
          />
        )}
        <div data-wide>
          <TextField
            control={control}
            name="mentionExoneration"
            label="Mention d'exonération"
            hint={
              "Vide\u00a0: la TVA est due. Qui en est exonéré écrit ici l'article qui l'en dispense, par exemple «\u00a0TVA non applicable, art.\u00a0293\u00a0B du CGI\u00a0»\u00a0: ses documents le répètent, sans taux ni numéro de TVA."
            }
            autoComplete="off"
          />
        </div>
        {!exempt && (
          <>
            <TextField
              control={control}
              name="tauxTva"
              label="Taux de TVA"
              hint={"En pour cent\u00a0; les prix des tarifs le comprennent"}
              required
              inputMode="decimal"
              autoComplete="off"
            />
            <TextField
              control={control}
              name="tvaIntracommunautaire"
              label={"N°\u00a0de TVA intracommunautaire"}
              hint={"Par exemple\u00a0: FR\u00a040\u00a0303\u00a0265\u00a0045"}
              required
              autoCapitalize="characters"
              autoComplete="off"
            />
          </>
        )}
      </FieldPairs>
      <DocumentHeader operator={operator} values={values} />
    </>
  );
}

import type { Control } from "react-hook-form";
import { code } from "@/format/pasted";
import { FieldPairs } from "@/ui/form/FieldPairs";
import { TextField } from "@/ui/form/fields";
import type { OperatorValues } from "./schemas";

type OperatorFieldsProps = {
  control: Control<OperatorValues>;
  /** Set for an operator that exists: only its form has a dashboard field. */
  existing?: boolean;
};

export function OperatorFields({ control, existing = false }: OperatorFieldsProps) {
  return (
    <FieldPairs>
      <TextField
        control={control}
        name="libelleExploitant"
        label="Nom"
        required
        autoComplete="off"
      />
      <TextField
        control={control}
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="off"
      />
      <TextField
        control={control}
        name="adresseLibelle"
        label="Adresse"
        required
        autoComplete="off"
      />
      <TextField
        control={control}
        name="adresseComplement"
        label="Complément d'adresse"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="adresseCodePostal"
        label="Code postal"
        required
        fit={{ clean: code, most: 5 }}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField control={control} name="adresseVille" label="Ville" required autoComplete="off" />
      {existing && (
        <TextField
          control={control}
          name="metabaseId"
          label="Identifiant Metabase"
          hint={"Le tableau de bord de l'exploitant\u00a0; sans lui, pas de page Statistiques"}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </FieldPairs>
  );
}

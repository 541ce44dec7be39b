import type { Control } from "react-hook-form";
import { SwitchField, TextField } from "@/ui/form/fields";
import { EventsField } from "./EventsField";
import type { WebhookValues } from "./schema";
import classes from "./webhooks.module.css";

type WebhookFieldsProps = {
  control: Control<WebhookValues>;
  /** False for a new one. */
  existing: boolean;
};

export function WebhookFields({ control, existing }: WebhookFieldsProps) {
  return (
    <div className={classes.fields}>
      <TextField
        control={control}
        name="libelle"
        label="Libellé"
        hint={"Par exemple\u00a0: application mobile, entrepôt de données"}
        required
        autoComplete="off"
        autoFocus={!existing}
      />
      <div data-wide>
        <TextField
          control={control}
          name="adresse"
          label="Adresse"
          hint={"En https\u00a0: chaque événement y est envoyé par une requête POST."}
          required
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <EventsField control={control} />
      <div data-wide>
        <SwitchField
          control={control}
          name="actif"
          label="Active"
          hint="Inactive, elle n'envoie rien, et ce qui se passe pendant ce temps n'est pas gardé."
        />
      </div>
    </div>
  );
}

import { Stack } from "@mantine/core";
import type { Control } from "react-hook-form";
import { TextField } from "@/ui/form/fields";
import { SwitchField } from "@/ui/form/moreFields";
import { EventsField } from "./EventsField";
import type { WebhookValues } from "./schema";

type WebhookFieldsProps = {
  control: Control<WebhookValues>;
  /** False for a new one. */
  existing: boolean;
};

export function WebhookFields({ control, existing }: WebhookFieldsProps) {
  return (
    <Stack>
      <TextField
        control={control}
        name="libelle"
        label="Libellé"
        hint={"Par exemple\u00a0: application mobile, entrepôt de données"}
        required
        autoComplete="off"
        autoFocus={!existing}
      />
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
      <EventsField control={control} />
      <SwitchField
        control={control}
        name="actif"
        label="Active"
        hint="Inactive, elle n'envoie rien, et ce qui se passe pendant ce temps n'est pas gardé."
      />
    </Stack>
  );
}

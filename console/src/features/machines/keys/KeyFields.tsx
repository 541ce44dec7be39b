import { Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Control, useController } from "react-hook-form";
import type { Right } from "@/api/rights";
import { MANAGER_RIGHTS, RIGHT_GROUPS } from "@/entities/key/rights";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { DateField } from "@/ui/form/DateField";
import { TextField } from "@/ui/form/fields";
import type { KeyValues } from "./keySchema";

type KeyControl = Control<KeyValues, unknown, KeyValues>;

const COLUMNS = { minColWidth: "min(18rem, 100%)", spacing: "lg", verticalSpacing: "sm" };

/** What a key may do, until when and how often. */
export function KeyFields({ control }: { control: KeyControl }) {
  return (
    <Stack gap="lg" maw="72rem">
      <CheckboxField
        control={control}
        name="terrain"
        label="Interface de terrain"
        hint="Pour l'application des usagers, les contrôleurs et les systèmes de comptage. Une clé sans aucun droit est pour le terrain."
      />
      <RightsField control={control} />
      <SimpleGrid {...COLUMNS}>
        <DateField
          control={control}
          name="expiration"
          label="Expiration"
          hint="Le dernier jour où la clé vaut, dans les cinq ans. Vide&nbsp;: elle n'expire pas."
        />
        <TextField
          control={control}
          name="limite"
          label="Limite, en appels par minute"
          hint="Vide&nbsp;: 300 avec des droits, aucune pour le terrain seul."
          inputMode="numeric"
          autoComplete="off"
        />
      </SimpleGrid>
    </Stack>
  );
}

function RightsField({ control }: { control: KeyControl }) {
  const { field, fieldState } = useController({ control, name: "droits" });
  const change = (rights: readonly string[]) => field.onChange(rights);
  return (
    <Checkbox.Group
      value={[...field.value]}
      onChange={(rights) => change(rights as Right[])}
      label="Droits"
      labelElement="div"
      error={fieldState.error?.message}
    >
      <Text c="dimmed" maw="72ch" mb="sm">
        Rembourser, arrêter les comptes et télécharger les documents demandent tous les droits d'un
        gestionnaire. Aucune clé ne crée ni ne modifie de clé.
      </Text>
      <Group gap="xs" mb="sm">
        <Button variant="light" size="xs" onClick={() => change(MANAGER_RIGHTS)}>
          Tous les droits d'un gestionnaire
        </Button>
        <Button variant="subtle" size="xs" onClick={() => change([])}>
          Aucun droit
        </Button>
      </Group>
      <SimpleGrid {...COLUMNS}>
        {RIGHT_GROUPS.map(({ title, rights }) => (
          <Fieldset key={title} variant="unstyled" m={0} legend={<Text fw={600}>{title}</Text>}>
            <Stack gap="xs">
              {rights.map(({ right, label }) => (
                <Checkbox key={right} value={right} label={label} />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

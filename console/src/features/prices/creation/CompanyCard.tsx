import { Button, Group } from "@mantine/core";
import type { Control } from "react-hook-form";
import { TextField } from "@/ui/form/fields";
import type { CompanyForm } from "./companySchema";

type CompanyCardProps = { control: Control<CompanyForm>; onRemove: () => void };

export function CompanyCard({ control, onRemove }: CompanyCardProps) {
  return (
    <Group justify="space-between" gap="sm">
      <TextField
        control={control}
        name="domaine"
        label="Domaine de l'entreprise"
        hint={"Vaut pour toutes ses adresses\u00a0: par exemple entreprise.fr"}
        required
        leftSection="*@"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        flex="0 1 24rem"
      />
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label="Retirer la limitation à une entreprise"
        onClick={onRemove}
      >
        Retirer
      </Button>
    </Group>
  );
}

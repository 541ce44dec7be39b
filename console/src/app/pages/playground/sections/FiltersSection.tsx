import { Button, Group } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FilterModal } from "@/ui/dialog/FilterModal";
import { TextField } from "@/ui/form/fields";
import { SelectField, SwitchField } from "@/ui/form/moreFields";
import { FilterChips } from "@/ui/layout/FilterChips";
import { State } from "../Section";

type Filters = { station: string; type: string; tests: boolean };

const NONE: Filters = { station: "", type: "", tests: false };
const TYPES = ["Trottinette", "Vélo", "Vélo cargo", "Collectif"];

function chipsOf({ station, type, tests }: Filters) {
  return [
    { key: "station", label: station && `Station\u00a0: ${station}` },
    { key: "type", label: type && `Type\u00a0: ${type}` },
    { key: "tests", label: tests && "Sans les utilisations de test" },
  ].filter((chip): chip is { key: string; label: string } => Boolean(chip.label));
}

export function FiltersSection() {
  const [opened, setOpened] = useState(false);
  const [filters, setFilters] = useState<Filters>({ ...NONE, type: "Vélo", tests: true });
  const { control, handleSubmit, reset } = useForm({ values: filters });
  const apply = (next: Filters) => {
    setFilters(next);
    setOpened(false);
  };

  return (
    <State name="Bouton, fenêtre et filtres actifs">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Filtrer
        </Button>
        <FilterChips
          chips={chipsOf(filters)}
          onRemove={(key) => setFilters({ ...filters, [key]: NONE[key as keyof Filters] })}
        />
      </Group>
      <FilterModal
        title="Filtres de démonstration"
        opened={opened}
        onClose={() => setOpened(false)}
        onApply={handleSubmit(apply)}
        onReset={() => reset(NONE)}
      >
        <TextField control={control} name="station" label="Station" data-autofocus />
        <SelectField
          control={control}
          name="type"
          label="Type de casier"
          data={[{ value: "", label: "Tous" }, ...TYPES]}
        />
        <SwitchField control={control} name="tests" label="Sans les utilisations de test" />
      </FilterModal>
    </State>
  );
}

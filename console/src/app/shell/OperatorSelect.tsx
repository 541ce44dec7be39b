import { ActionIcon, Box, Select, Skeleton } from "@mantine/core";
import { IconBuildingCommunity } from "@tabler/icons-react";
import type { Operator } from "@/entities/operator/api";
import { useOperator } from "@/session/operator";
import { useSwitchOperator } from "./useSwitchOperator";

type OperatorSelectProps = {
  operators?: Operator[];
  folded: boolean;
  onUnfold?: () => void;
};

export function OperatorSelect({ operators, folded, onUnfold }: OperatorSelectProps) {
  const chosen = useOperator();
  const switchTo = useSwitchOperator();

  if (folded) {
    return (
      <ActionIcon
        display="flex"
        mx="auto"
        mb="xs"
        variant="default"
        size={40}
        onClick={onUnfold}
        aria-label="Changer d'exploitant"
        title={chosen?.nom ?? "Aucun exploitant"}
      >
        <IconBuildingCommunity size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  }
  if (!operators) return <Skeleton height={36} mb={8} />;
  if (operators.length === 0)
    return (
      <Box component="p" c="dimmed" px="xs" pb="xs">
        Aucun exploitant
      </Box>
    );

  return (
    <Select
      mb="xs"
      aria-label="Exploitants"
      title={chosen?.nom}
      data={operators.map(({ id, nom }) => ({ value: String(id), label: nom }))}
      value={chosen ? String(chosen.id) : null}
      onChange={(value) => {
        const operator = operators.find(({ id }) => String(id) === value);
        if (operator) void switchTo(operator);
      }}
      allowDeselect={false}
      searchable={operators.length > 7}
      nothingFoundMessage="Aucun exploitant"
      maxDropdownHeight={360}
    />
  );
}

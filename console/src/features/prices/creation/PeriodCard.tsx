import { Button, Group, Text } from "@mantine/core";
import { periodInWords } from "@/entities/tariff/words";
import { useEditFocus } from "@/ui/form/useEditFocus";
import { PeriodForm } from "../edit/periods/PeriodForm";
import { type PeriodValues, validPart } from "../edit/periods/periodSchema";
import classes from "./creation.module.css";

type PeriodCardProps = {
  period: PeriodValues;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onChange: (period: PeriodValues) => void;
  onRemove: () => void;
};

/** The form of a time range that is created together with its tariff. */
export function PeriodCard({ period, editing, onEdit, onChange, onRemove }: PeriodCardProps) {
  const { form, button } = useEditFocus(editing);
  if (editing) {
    return (
      <div className={classes.item} ref={form}>
        <PeriodForm
          values={period}
          write={async (typed) => onChange(typed)}
          onEnd={() => onEdit(false)}
        />
      </div>
    );
  }
  return (
    <Group className={classes.item} justify="space-between" gap="sm">
      <div>
        <strong>{period.libelle}</strong>
        <Text c="dimmed" fz={13}>
          {periodInWords(validPart(period))}
        </Text>
      </div>
      <Group gap="xs">
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`Retirer la plage horaire ${period.libelle}`}
          onClick={onRemove}
        >
          Retirer
        </Button>
        <Button
          ref={button}
          variant="default"
          size="xs"
          aria-label={`Modifier la plage horaire ${period.libelle}`}
          onClick={() => onEdit(true)}
        >
          Modifier
        </Button>
      </Group>
    </Group>
  );
}

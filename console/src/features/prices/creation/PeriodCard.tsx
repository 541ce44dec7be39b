import { Button } from "@mantine/core";
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
    <div className={classes.item}>
      <div>
        <strong>{period.libelle}</strong>
        <p className={classes.about}>{periodInWords(validPart(period))}</p>
      </div>
      <div className={classes.itemActions}>
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
      </div>
    </div>
  );
}

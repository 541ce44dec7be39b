import { type Control, useController } from "react-hook-form";
import { CauseChips } from "@/entities/locker/CauseChips";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { DateField } from "@/ui/form/DateField";
import { TextareaField } from "@/ui/form/moreFields";
import type { TypedReport } from "./report";

/** What is broken at a locker, and whether it goes out of service with it. */
export function ReportFields({ control, active }: ReportFieldsProps) {
  const { field, fieldState } = useController({ control, name: "cause" });
  const { field: out } = useController({ control, name: "horsService" });
  return (
    <>
      <CauseChips
        label="Ce qui ne va pas"
        value={field.value}
        onChoose={field.onChange}
        error={fieldState.error?.message}
      />
      <TextareaField control={control} name="description" label="Description de la panne" />
      {active && (
        <>
          <CheckboxField control={control} name="horsService" label="Mettre aussi hors service" />
          {out.value && (
            <DateField control={control} name="retourPrevu" label="Retour en service prévu" />
          )}
        </>
      )}
    </>
  );
}

type ReportFieldsProps = {
  control: Control<TypedReport>;
  /** The locker is in service. */
  active: boolean;
};

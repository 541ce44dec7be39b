import { type Control, useController } from "react-hook-form";
import { DateField } from "@/ui/form/DateField";
import { CauseChips } from "./CauseChips";
import type { ToldOutage } from "./outage";

/** Why a locker goes out of service, of ten causes, and until which day. */
export function OutageFields({ control }: { control: Control<ToldOutage> }) {
  const { field } = useController({ control, name: "cause" });
  return (
    <>
      <CauseChips label="Cause" value={field.value} onChoose={field.onChange} />
      <DateField control={control} name="retourPrevu" label="Retour prévu" />
    </>
  );
}

import { SimpleGrid } from "@mantine/core";
import type { Control } from "react-hook-form";
import { formatLong } from "@/format";
import { DateField } from "@/ui/form/DateField";
import { HourField } from "@/ui/form/HourField";
import { TextareaField } from "@/ui/form/moreFields";
import type { EndValues } from "./endStaySchema";

type TrueEndFieldsProps = { control: Control<EndValues>; startedAt: string };

/** When a stay was over, and why it is ended only now. */
export function TrueEndFields({ control, startedAt }: TrueEndFieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateField
          control={control}
          name="jour"
          label="Date de fin"
          hint={`Commencée le ${formatLong(startedAt)}.`}
          required
        />
        <HourField
          control={control}
          name="heure"
          label="Heure de fin"
          hint="Heure de Paris."
          required
        />
      </SimpleGrid>
      <TextareaField
        control={control}
        name="commentaire"
        label="Commentaire"
        hint="Il reste avec l'utilisation."
        required
      />
    </>
  );
}

import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button, Group } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { parseDate } from "@/format/typed";
import { DateField } from "@/ui/form/DateField";
import classes from "./Dashboard.module.css";
import { today } from "./days";
import { isTooLong, typedRange } from "./period";
import type { Range } from "./types";

const day = v.pipe(
  v.string(),
  v.transform(parseDate),
  v.string("Le format de la date n'est pas correct"),
);

const schema = v.pipe(
  v.object({ du: day, au: day }),
  v.forward(
    v.check(({ du, au }) => du <= au, "La date de fin ne peut précéder la date de début"),
    ["au"],
  ),
  v.forward(
    v.check(({ au }) => au <= today(), "La date de fin ne peut être dans le futur"),
    ["au"],
  ),
  v.forward(
    v.check((range) => !isTooLong(range), "La période ne peut dépasser trois ans"),
    ["au"],
  ),
);

type DatesFormProps = { range: Range; onChoose: (range: Range) => void };

export default function DatesForm({ range, onChoose }: DatesFormProps) {
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: typedRange(range),
  });
  return (
    <form onSubmit={handleSubmit(onChoose)} noValidate>
      <Group gap="sm" align="flex-start" className={classes.dates}>
        <DateField control={control} name="du" label="Du" />
        <DateField control={control} name="au" label="Au" />
        {/* Beside the fields it stands below their labels. */}
        <Button type="submit" flex="auto" mt={{ base: 0, sm: "lg" }}>
          Afficher
        </Button>
      </Group>
    </form>
  );
}

import type { Control, FieldPathByValue, FieldValues } from "react-hook-form";
import { PickField } from "./PickField";
import type { Choices } from "./useChoices";

type TariffAndStationFieldsProps<V extends FieldValues, C, O> = {
  control: Control<V, C, O>;
  choices: Choices;
};

/** The fields of a filter by tariffs, for who may read them, and by stations. */
export function TariffAndStationFields<
  V extends FieldValues & { tarifs: string[]; stations: string[] },
  C,
  O,
>({ control, choices }: TariffAndStationFieldsProps<V, C, O>) {
  const named = (name: "tarifs" | "stations") => name as unknown as FieldPathByValue<V, string[]>;
  return (
    <>
      {choices.mayRead && (
        <PickField
          control={control}
          name={named("tarifs")}
          label="Tarifs"
          options={choices.tariffs}
          all="Tous"
          none="Aucun tarif"
        />
      )}
      <PickField
        control={control}
        name={named("stations")}
        label="Stations"
        options={choices.stations}
        all="Toutes"
        none="Aucune station"
      />
    </>
  );
}

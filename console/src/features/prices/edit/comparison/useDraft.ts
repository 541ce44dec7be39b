import { useMemo } from "react";
import { type Control, useWatch } from "react-hook-form";
import * as v from "valibot";
import type { Tariff, TariffInput } from "@/features/prices/api";
import { toForm, toWire } from "../../fields/conversions";
import { type TariffForm, tariffSchema } from "../../fields/tariffSchema";

/** The price as typed: equal to the saved one, not valid yet, or different and ready to be compared. */
export type Draft = { state: "saved" | "faulty" } | { state: "changed"; terms: TariffInput };

export function useDraft(control: Control<TariffForm>, tariff: Tariff): Draft {
  const values = useWatch({ control }) as TariffForm;
  const saved = useMemo(() => termsOf(toForm(tariff)), [tariff]);
  return useMemo(() => {
    if (!v.is(tariffSchema, values)) return { state: "faulty" };
    const terms = termsOf(values);
    return JSON.stringify(terms) === JSON.stringify(saved)
      ? { state: "saved" }
      : { state: "changed", terms };
  }, [values, saved]);
}

/** Returns the fields that affect the price, so without the labels. */
function termsOf(form: TariffForm): TariffInput {
  const { libelleAdmin: _, libelleUtilisateur: __, ...terms } = toWire(form);
  return terms;
}

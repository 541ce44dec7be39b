import * as v from "valibot";
import { STEP_WORDS } from "@/entities/leftbike/words";
import { type LeftBikeSearch, step } from "./search";

export const filterSchema = v.object({ etape: v.array(v.string()) });

type FilterValues = v.InferOutput<typeof filterSchema>;

export const valuesOf = ({ etape }: LeftBikeSearch): FilterValues => ({ etape: step.show(etape) });

export const NO_VALUES = valuesOf({});

export const searchOf = ({ etape }: FilterValues): LeftBikeSearch => ({ etape: step.read(etape) });

/** Returns the active filters in words. */
export const chipsOf = ({ etape }: LeftBikeSearch) =>
  etape
    ? [
        {
          key: "Étape",
          label: `Étape\u00a0: ${etape.map((one) => STEP_WORDS[one]).join(" ou ")}`,
          without: { etape: undefined } as LeftBikeSearch,
        },
      ]
    : [];

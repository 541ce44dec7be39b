import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { TariffInput } from "@/features/prices/api";
import {
  repricingQuery,
  useAbandonRepricing,
  useCreateRepricing,
} from "@/features/prices/repricing/api";
import { useServerForm } from "@/kit/records/useServerForm";
import { spanInput, spanSchema } from "../../repricing/span";

/** A comparison that was asked for. */
interface Asked {
  id: number;
  /** What `subjectOf` returned for its values. */
  subject: string;
}

const subjectOf = (terms: TariffInput) => JSON.stringify(terms);

export type SpanComparison = ReturnType<typeof useSpanComparison>;

/**
 * Compares the stays that began on chosen days with what they would have cost at `terms`. The comparison runs on
 * the server for as long as its result is waited for: other terms, none (undefined) or leaving the page stop it.
 */
export function useSpanComparison(tariffId: number, terms: TariffInput | undefined) {
  const { mutateAsync: ask } = useCreateRepricing(tariffId);
  const abandon = useAbandonRepricing();
  const [asked, setAsked] = useState<Asked>();
  const subject = terms && subjectOf(terms);
  const id = asked?.subject === subject ? asked?.id : undefined;

  /** What is on screen now, for an answer that comes later. */
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = subject;
    return () => {
      shown.current = undefined;
    };
  }, [subject]);
  useEffect(() => (id === undefined ? undefined : () => abandon(id)), [id, abandon]);

  const { form, submit } = useServerForm({
    schema: spanSchema,
    values: { du: "", au: "" },
    write: async (days) => {
      if (!terms) return;
      const created = await ask({ ...spanInput(days), tarif: terms, comparaison: true });
      if (shown.current === subjectOf(terms)) setAsked({ ...created, subject: subjectOf(terms) });
      else abandon(created.id);
    },
  });
  const repricing = useQuery({ ...repricingQuery(id ?? 0), enabled: id !== undefined });
  return { form, submit, repricing, isAsked: id !== undefined };
}

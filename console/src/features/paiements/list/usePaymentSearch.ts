import { useNavigate, useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { type PaymentSearch, paymentSearch } from "../search";

/** What the list shows lives in the address. */
export function usePaymentSearch() {
  const search = useSearch({ strict: false, select: (raw) => v.parse(paymentSearch, raw) });
  const navigate = useNavigate();
  const go = (to: PaymentSearch, replace: boolean) =>
    void navigate({ to: ".", search: to, replace, resetScroll: false });
  return {
    search,
    /** Whatever narrows the list leads back to its first page, where the open row may still be. */
    narrow: (changes: PaymentSearch, { replace = false } = {}) =>
      go({ ...search, page: undefined, ...changes }, replace),
    turnTo: (page: number) =>
      go({ ...search, page: page > 1 ? page : undefined, ligne: undefined }, false),
    toggle: (id: number) => go({ ...search, ligne: search.ligne === id ? undefined : id }, true),
    /** Opens the details of one payment, or closes them. */
    show: (id: number | undefined) => go({ ...search, paiement: id }, true),
  };
}

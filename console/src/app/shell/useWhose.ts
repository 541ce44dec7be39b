import { useOperator } from "@/session/operator";
import { useCurrentPage } from "../currentPage";

/** Returns whose records the page on screen shows; undefined: there is no operator. */
export function useWhose(): string | undefined {
  const operator = useOperator();
  return useCurrentPage()?.access === "administrator" ? "Tous les exploitants" : operator?.nom;
}

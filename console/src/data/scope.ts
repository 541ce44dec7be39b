import { chosenOperator } from "@/session/operator";

/** The operator whose records are shown; undefined on the administrators' pages, which show all. */
export type Scope = number | undefined;

/** Whose pages: the administrators', or those of the chosen operator. */
export type Variant = "administration" | "operator";

/** Returns the scope of a page; null while no operator is chosen, when there is nothing to load. */
export const scopeOf = (variant: Variant): Scope | null =>
  variant === "administration" ? undefined : (chosenOperator()?.id ?? null);

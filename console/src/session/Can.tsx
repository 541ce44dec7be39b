import type { ReactNode } from "react";
import type { Right } from "@/api/rights";
import { useCan } from "./rights";

/** Renders its children for accounts that hold the right; the server checks it in any case. */
export function Can({ right, children }: { right: Right; children: ReactNode }) {
  return useCan(right) ? children : null;
}

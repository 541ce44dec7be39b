import type { ReactNode } from "react";
import { type Right, useCan } from "./rights";

/** Shows its children to those who hold the right; the server refuses the others in any case. */
export function Can({ right, children }: { right: Right; children: ReactNode }) {
  return useCan(right) ? children : null;
}

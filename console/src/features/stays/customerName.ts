import type { components } from "@/api/schema";

/** These lists sort and name an account without a last name by its e-mail. */
export const customerName = ({ nom, prenom, email }: components["schemas"]["Account"]) =>
  [nom || email, prenom].filter(Boolean).join(" ");

import type { ReactNode } from "react";
import { AccountPage } from "./AccountPage";

export function AdminAccountPage({ audit }: { audit: (accountId: number) => ReactNode }) {
  return <AccountPage scope={undefined} list="/gestion-utilisateurs" audit={audit} />;
}

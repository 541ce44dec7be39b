import type { ReactNode } from "react";
import { UserPage } from "./AccountPage";

export function AdminUserPage({ audit }: { audit: (userId: number) => ReactNode }) {
  return <UserPage scope={undefined} list="/gestion-utilisateurs" audit={audit} />;
}

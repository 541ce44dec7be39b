import type { ReactNode } from "react";
import { UserPage } from "./AccountPage";

export function AdminUserPage({ journal }: { journal: (userId: number) => ReactNode }) {
  return <UserPage scope={undefined} list="/gestion-utilisateurs" journal={journal} />;
}

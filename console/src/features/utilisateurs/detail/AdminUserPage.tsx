import { UserPage } from "./UserPage";

export function AdminUserPage() {
  return <UserPage scope={undefined} list="/gestion-utilisateurs" />;
}

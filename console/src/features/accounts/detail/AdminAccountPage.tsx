import { AuditBlock } from "@/kit/audit/AuditBlock";
import { AccountPage } from "./AccountPage";

/** One account of the platform, with its audit log. */
export function AdminAccountPage() {
  return (
    <AccountPage
      scope={undefined}
      list="/gestion-utilisateurs"
      audit={(id) => <AuditBlock about={`compte:${id}`} word="casier" />}
    />
  );
}

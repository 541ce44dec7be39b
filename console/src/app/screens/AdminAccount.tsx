import { AdminUserPage } from "@/features/accounts/detail/AdminAccountPage";
import { JournalBlock } from "@/features/audit/AuditBlock";

/** The page of one account, with its audit log. */
export function AdminUser() {
  return <AdminUserPage journal={(id) => <JournalBlock about={`compte:${id}`} word="casier" />} />;
}

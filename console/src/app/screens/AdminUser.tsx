import { AdminUserPage } from "@/features/accounts/detail/AdminUserPage";
import { JournalBlock } from "@/features/audit/JournalBlock";

/** The page of one account, with its audit log. */
export function AdminUser() {
  return <AdminUserPage journal={(id) => <JournalBlock about={`compte:${id}`} word="casier" />} />;
}

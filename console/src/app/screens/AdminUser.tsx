import { JournalBlock } from "@/features/journal/JournalBlock";
import { AdminUserPage } from "@/features/utilisateurs/detail/AdminUserPage";

/** The page of one account, with its audit log. */
export function AdminUser() {
  return <AdminUserPage journal={(id) => <JournalBlock about={`compte:${id}`} word="casier" />} />;
}

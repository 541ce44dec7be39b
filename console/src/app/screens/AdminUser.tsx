import { JournalBlock } from "@/features/journal/JournalBlock";
import { AdminUserPage } from "@/features/utilisateurs/detail/AdminUserPage";

/** The page of one person, with what happened to their account. */
export function AdminUser() {
  return <AdminUserPage journal={(id) => <JournalBlock about={`compte:${id}`} word="casier" />} />;
}

import { AdminAccountPage } from "@/features/accounts/detail/AdminAccountPage";
import { AuditBlock } from "@/kit/audit/AuditBlock";

/** The page of one account, with its audit log. */
export function AdminAccount() {
  return <AdminAccountPage audit={(id) => <AuditBlock about={`compte:${id}`} word="casier" />} />;
}

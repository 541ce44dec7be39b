import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "@/data/accounts";
import { AuditBlock } from "@/kit/audit/AuditBlock";
import { useRecordId } from "@/kit/records/RecordPage";
import { AccountPage } from "./AccountPage";

/** One account of the platform, with its audit log. */
export function AdminAccountPage() {
  const query = useQuery(accountQuery(useRecordId(), undefined));
  return (
    <AccountPage
      query={query}
      scope={undefined}
      list="/gestion-utilisateurs"
      audit={(id) => <AuditBlock about={`compte:${id}`} word="casier" />}
    />
  );
}

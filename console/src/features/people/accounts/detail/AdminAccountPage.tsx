import { useQuery } from "@tanstack/react-query";
import { AuditBlock } from "@/entities/audit/AuditBlock";
import { useRecordId } from "@/kit/records/RecordPage";
import { accountQuery } from "../api";
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

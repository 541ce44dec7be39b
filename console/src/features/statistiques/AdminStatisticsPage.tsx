import { PageHeader } from "@/shared/ui/PageHeader";
import { Dashboard } from "./Dashboard";

/** The figures of the whole platform. */
export function AdminStatisticsPage() {
  return (
    <>
      <PageHeader title="Statistiques" subtitle="Tous les exploitants" />
      <Dashboard scope={undefined} />
    </>
  );
}

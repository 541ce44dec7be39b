import { PageHeader } from "@/ui/layout/PageHeader";
import { Dashboard } from "./Dashboard";

/** The statistics of the whole platform. */
export function AdminStatisticsPage() {
  return (
    <>
      <PageHeader title="Statistiques" subtitle="Tous les exploitants" />
      <Dashboard scope={undefined} />
    </>
  );
}

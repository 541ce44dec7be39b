import { PageHeader } from "@/ui/PageHeader";
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

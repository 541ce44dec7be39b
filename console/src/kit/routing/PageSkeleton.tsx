import { CardSkeleton, ListSkeleton } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { usePage } from "./page";

/** The title of the page being opened and the shape of what comes, until its code is there. */
export function PageSkeleton() {
  const page = usePage();
  if (!page) return null;
  return (
    <>
      <PageHeader title={page.title} back={page.parent} />
      {page.parent && <CardSkeleton />}
      <ListSkeleton rows={page.parent ? 5 : 10} />
    </>
  );
}

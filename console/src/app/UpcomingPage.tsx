import { List } from "@mantine/core";
import { IconTools } from "@tabler/icons-react";
import { EmptyState } from "@/shared/ui/EmptyState";
import { PageHeader } from "@/shared/ui/PageHeader";
import { useCurrentPage } from "./currentPage";
import { type PagePath, pageAt } from "./pages";
import classes from "./UpcomingPage.module.css";

/** Stands in for a page that is not open yet, and says what it will hold. */
export function UpcomingPage() {
  const path = useCurrentPage();
  if (!path) return null;
  const { title, parent, upcoming = [] } = pageAt(path);
  return (
    <>
      <PageHeader title={title} back={parent ? backTo(parent as PagePath) : undefined} />
      <EmptyState
        icon={<IconTools />}
        title="Cette page n'est pas encore ouverte."
        hint="Vous y trouverez bientôt :"
        action={
          <List className={classes.list}>
            {upcoming.map((item) => (
              <List.Item key={item}>{item}</List.Item>
            ))}
          </List>
        }
      />
    </>
  );
}

function backTo(parent: PagePath) {
  return { to: parent, label: `Retour : ${pageAt(parent).title}` };
}

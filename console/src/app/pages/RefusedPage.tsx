import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FORBIDDEN } from "@/api/errors";
import type { Page } from "@/kit/routing/page";
import { useOperator } from "@/session/operator";
import { LoadError } from "@/ui/feedback/LoadError";
import { PageHeader } from "@/ui/layout/PageHeader";

/** Stands for a page that the account may not open. */
export function RefusedPage({ page: { title, access, parent } }: { page: Page }) {
  const operator = useOperator();
  return (
    <>
      <PageHeader
        title={title}
        subtitle={access === "administrator" ? undefined : operator?.nom}
        back={parent}
      />
      <LoadError
        message={FORBIDDEN}
        action={
          <Button component={Link} to="/">
            Retour à l'accueil
          </Button>
        }
      />
    </>
  );
}

import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";

export function NotFoundPage() {
  return (
    <>
      <title>Page introuvable · Consigne</title>
      <PageHeader title="Page introuvable" />
      <EmptyState
        icon={<IconMapQuestion />}
        title="Cette adresse ne mène à aucune page."
        hint="Vérifiez l'adresse, ou repartez de l'accueil."
        action={
          <Button component={Link} to="/">
            Retour à l'accueil
          </Button>
        }
      />
    </>
  );
}

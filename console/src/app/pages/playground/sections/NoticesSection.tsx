import { Button, SimpleGrid } from "@mantine/core";
import { IconMapPin, IconReceipt } from "@tabler/icons-react";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { LoadError } from "@/ui/feedback/LoadError";
import { notifySuccess } from "@/ui/feedback/notify";
import { State } from "../Section";

export function NoticesSection() {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <State name="Page vide, avec l'étape suivante">
          <EmptyState
            icon={<IconMapPin />}
            title="Aucune station n'est présente dans cette exploitation."
            hint="Une station regroupe les casiers d'un même lieu."
            action={
              <Button onClick={() => notifySuccess("L'étape suivante a été choisie.")}>
                Ajouter une nouvelle station
              </Button>
            }
          />
        </State>
        <State name="Page vide, texte seul">
          <EmptyState
            icon={<IconReceipt />}
            title="Aucun paiement n'est présent dans cette exploitation."
          />
        </State>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <State name="Erreur de chargement complète">
          <LoadError
            message="Une erreur serveur est survenue."
            detail="Les stations n'ont pas pu être chargées."
            requestId="01JD8Z6V9K3T"
            onRetry={() => notifySuccess("Nouvel essai demandé.")}
          />
        </State>
        <State name="Erreur sans nouvel essai possible">
          <LoadError message="Accès refusé. Cette page n'est pas accessible avec votre compte." />
        </State>
      </SimpleGrid>
    </>
  );
}

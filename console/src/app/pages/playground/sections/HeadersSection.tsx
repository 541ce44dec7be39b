import { Button } from "@mantine/core";
import { notifySuccess } from "@/ui/feedback/notify";
import { Logo } from "@/ui/layout/Logo";
import { PageHeader } from "@/ui/layout/PageHeader";
import { State } from "../Section";

export function HeadersSection() {
  return (
    <>
      <State name="Titre seul">
        <PageHeader title="Liste des paiements" />
      </State>
      <State name="Retour, sous-titre et action">
        <PageHeader
          title="Gestion des stations"
          subtitle="Métropole de Grandval"
          back={{ to: "/", label: "Retour à l'accueil" }}
          action={
            <Button onClick={() => notifySuccess("L'action de la page a été choisie.")}>
              Ajouter une nouvelle station
            </Button>
          }
        />
      </State>
      <State name="Logo" row>
        <Logo size={24} />
        <Logo />
        <Logo size={48} />
      </State>
    </>
  );
}

import { Text } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { AddButton, NewRow } from "@/kit/records/NewRow";
import { OneRowTable } from "@/kit/records/OneRowTable";
import { useOneRow } from "@/kit/records/useOneRow";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { PageHeader } from "@/ui/layout/PageHeader";
import type { Column } from "@/ui/table/Table";
import { AddressesBlock } from "./AddressesBlock";
import { providersQuery, type SignOnProvider } from "./api";
import { ProviderForm } from "./ProviderForm";
import { ReadOnlyProvider } from "./ReadOnlyProvider";

const TITLE = "Connexion unique";

const columns: Column<SignOnProvider>[] = [
  { key: "libelle", header: "Nom", render: ({ libelle }) => libelle },
  { key: "emetteur", header: "Émetteur", render: ({ emetteur }) => emetteur },
  {
    key: "domaines",
    header: "Domaines",
    render: ({ domaines }) => domaines.join(", ") || "Aucun",
  },
  {
    key: "obligatoire",
    header: "Obligatoire",
    render: ({ obligatoire }) => (obligatoire ? "Oui" : "Non"),
  },
  {
    key: "origine",
    header: "Origine",
    render: ({ origine }) => (origine === "console" ? "Console" : "Environnement"),
  },
  {
    key: "actif",
    header: "État",
    render: (provider) => <StatusChip {...statusOf(provider)} />,
  },
];

/** One that was saved before a domain was asked for opens no account until it has one. */
function statusOf({ actif, domaines }: SignOnProvider): { color: StatusColor; label: string } {
  if (!actif) return { color: "grey", label: "Inactif" };
  if (domaines.length === 0) return { color: "orange", label: "Domaine à indiquer" };
  return { color: "green", label: "Actif" };
}

/** The identity providers by which staff may sign in. */
export function ProvidersPage() {
  return (
    <UnsavedProvider>
      <PageHeader title={TITLE} />
      <Text c="dimmed" maw="72ch" mb="sm">
        Le personnel se connecte avec le compte de son organisation, par exemple celui de Microsoft
        Entra&nbsp;ID, de Keycloak ou de ProConnect. Le compte doit déjà exister ici, avec la même
        adresse&nbsp;: se connecter n'en crée aucun.
      </Text>
      <QueryState query={useQuery(providersQuery())}>
        {({ fournisseurs, ...addresses }) => (
          <>
            <ProvidersBlock providers={fournisseurs} />
            <AddressesBlock {...addresses} />
          </>
        )}
      </QueryState>
    </UnsavedProvider>
  );
}

/** The one of the environment has no number. */
const rowKey = ({ id }: SignOnProvider) => Number(id) || 0;

function ProvidersBlock({ providers }: { providers: readonly SignOnProvider[] }) {
  const row = useOneRow();
  return (
    <Block
      title="Fournisseurs d'identité"
      bare
      action={<AddButton row={row}>Ajouter un fournisseur</AddButton>}
    >
      {row.openRow === "new" && (
        <NewRow label="Nouveau fournisseur">
          <ProviderForm onEnd={row.close} />
        </NewRow>
      )}
      <OneRowTable
        caption="Fournisseurs d'identité"
        columns={columns}
        rows={providers}
        rowKey={rowKey}
        rowLabel={({ libelle }) => libelle}
        row={row}
        renderDetails={(provider) =>
          provider.origine === "environnement" ? (
            <ReadOnlyProvider provider={provider} />
          ) : (
            <ProviderForm provider={provider} onEnd={row.close} onDeleted={row.closeDeleted} />
          )
        }
        empty={
          <EmptyState
            icon={<IconLogin2 />}
            title="Aucun fournisseur d'identité"
            hint="Chacun se connecte avec son adresse e-mail et son mot de passe. Ajoutez un fournisseur pour proposer aussi le sien sur la page de connexion."
          />
        }
      />
    </Block>
  );
}

import { Button, VisuallyHidden } from "@mantine/core";
import { IconBuildingCommunity, IconCoinEuro, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asApiError } from "@/api/errors";
import { type TariffWithLists, tariffsQuery } from "@/data/tariffs";
import { type ChosenOperator, useOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { useOpenRows } from "@/ui/useOpenRows";
import { formatCount } from "@/words/format";
import { kindOf, priceOf } from "@/words/tariffs";
import { TariffDetails } from "./TariffDetails";

const TITLE = "Gestion des conditions tarifaires";

const columns: Column<TariffWithLists>[] = [
  { key: "libelle", header: "Libellé", render: ({ libelleAdmin }) => libelleAdmin },
  { key: "nom", header: "Nom public", render: ({ libellePublic }) => libellePublic },
  { key: "type", header: "Type de tarif", render: kindOf },
  { key: "prix", header: "Prix", render: priceOf },
  {
    key: "stations",
    header: "Stations",
    align: "right",
    render: ({ stations }) => formatCount(stations.length),
  },
];

/** The tariffs of the chosen operator. */
export function ListPage() {
  const operator = useOperator();
  if (operator) return <TariffsOf key={operator.id} operator={operator} />;
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        icon={<IconBuildingCommunity />}
        title="Aucun exploitant"
        hint="Les conditions tarifaires apparaîtront ici dès qu'un exploitant vous sera ouvert."
      />
    </>
  );
}

function TariffsOf({ operator }: { operator: ChosenOperator }) {
  const tariffs = useQuery(tariffsQuery(operator.id));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  const { open, toggle } = useOpenRows();

  if (tariffs.isLoadingError) {
    const { message, requestId } = asApiError(tariffs.error);
    return (
      <>
        <VisuallyHidden component="h1">{TITLE}</VisuallyHidden>
        <LoadError message={message} requestId={requestId} onRetry={() => void tariffs.refetch()} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={TITLE} subtitle={operator.nom} action={mayWrite && <CreateLink />} />
      {tariffs.data?.length === 0 ? (
        <EmptyState
          icon={<IconCoinEuro />}
          title="Aucune condition tarifaire n'est présente dans cette exploitation."
          hint={
            mayWrite
              ? "Créez-en une pour commencer\u00a0: un modèle vous y aide."
              : "Les conditions tarifaires apparaîtront ici dès qu'elles seront créées."
          }
        />
      ) : (
        <ExpandableTable
          caption={`${TITLE}, ${operator.nom}`}
          columns={columns}
          rows={tariffs.data ?? []}
          rowKey={({ id }) => id}
          rowLabel={({ libelleAdmin }) => libelleAdmin}
          renderDetails={renderDetails}
          expanded={open}
          onToggle={toggle}
          rowActions={mayWrite ? renderActions : undefined}
          loading={tariffs.isPending}
        />
      )}
    </>
  );
}

const renderDetails = (tariff: TariffWithLists) => <TariffDetails tariff={tariff} />;
const renderActions = (tariff: TariffWithLists) => <EditLink tariff={tariff} />;

function CreateLink() {
  return (
    <Button component={Link} to="/creation-tarif" leftSection={<IconPlus size={18} aria-hidden />}>
      Nouvelle condition tarifaire
    </Button>
  );
}

function EditLink({ tariff: { id, libelleAdmin } }: { tariff: TariffWithLists }) {
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/gestion-tarifs/$id/details" params={{ id: String(id) }} />
      )}
      variant="default"
      size="xs"
      aria-label={`Modifier ${libelleAdmin}`}
    >
      Modifier
    </Button>
  );
}

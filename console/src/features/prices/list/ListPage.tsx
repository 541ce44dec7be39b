import { IconCoinEuro } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { tariffsQuery } from "@/entities/tariff/api";
import { kindOf, priceOf } from "@/entities/tariff/words";
import { formatCount } from "@/format";
import { AddLink, RowButtons } from "@/kit/lists/ManageButtons";
import { WholeListPage } from "@/kit/lists/WholeListPage";
import { ForOperator } from "@/kit/routing/ForOperator";
import type { ChosenOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import type { Column } from "@/ui/table/Table";
import type { TariffWithLists } from "../api";
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

const HINT = "Les conditions tarifaires apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The tariffs of the chosen operator. */
export function ListPage() {
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {(operator) => <TariffsOf key={operator.id} operator={operator} />}
    </ForOperator>
  );
}

function TariffsOf({ operator }: { operator: ChosenOperator }) {
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  return (
    <WholeListPage
      title={TITLE}
      subtitle={operator.nom}
      icon={<IconCoinEuro />}
      action={mayWrite && <AddLink to="/creation-tarif">Nouvelle condition tarifaire</AddLink>}
      query={useQuery(tariffsQuery(operator.id))}
      columns={columns}
      rowActions={mayWrite ? renderActions : undefined}
      details={details}
      empty={{
        title: "Aucune condition tarifaire n'est présente dans cette exploitation.",
        hint: mayWrite
          ? "Créez-en une pour commencer\u00a0: un modèle vous y aide."
          : "Les conditions tarifaires apparaîtront ici dès qu'elles seront créées.",
      }}
    />
  );
}

const details = {
  rowLabel: ({ libelleAdmin }: TariffWithLists) => libelleAdmin,
  renderDetails: (tariff: TariffWithLists) => <TariffDetails tariff={tariff} />,
};
const renderActions = (tariff: TariffWithLists) => <EditLink tariff={tariff} />;

function EditLink({ tariff: { id, libelleAdmin } }: { tariff: TariffWithLists }) {
  return (
    <RowButtons
      name={libelleAdmin}
      editLink={(props) => (
        <Link {...props} to="/gestion-tarifs/$id/details" params={{ id: String(id) }} />
      )}
    />
  );
}

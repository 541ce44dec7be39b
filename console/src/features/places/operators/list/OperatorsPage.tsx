import { IconBuildingCommunity } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readCounters } from "@/entities/counters/api";
import { type Operator, operatorsQuery } from "@/entities/operator/api";
import { formatCount, plural } from "@/format";
import { List } from "@/kit/lists/List";
import { AddLink, RowButtons } from "@/kit/lists/ManageButtons";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { focusTitleAfterRemoval } from "@/ui/dialog/useReturnFocus";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import type { Column } from "@/ui/table/Table";
import { useDeleteOperator } from "../details/api";

const TITLE = "Liste des exploitants";

/** The server's words. */
const IN_USE =
  "Cet exploitant ne peut être supprimé\u00a0: une utilisation est en cours dans l'une de ses stations.";

const columns: Column<Operator>[] = [
  { key: "nom", header: "Nom", render: ({ nom }) => nom },
  {
    key: "ville",
    header: "Code postal et ville",
    render: ({ adresse }) => `${adresse.codePostal} ${adresse.ville}`,
  },
];

/** Every operator of the platform. */
export function OperatorsPage() {
  const { data } = useQuery(operatorsQuery());
  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle={
          data &&
          data.length > 0 &&
          `${formatCount(data.length)} ${plural(data.length, "exploitant")}`
        }
        action={<AddLink to="/creation-exploitant">Ajouter un nouvel exploitant</AddLink>}
      />
      <Operators />
    </>
  );
}

const TABLE = {
  caption: TITLE,
  columns,
  rowActions: (operator: Operator) => <Actions operator={operator} />,
};

function Operators() {
  return (
    <List
      query={useQuery(operatorsQuery())}
      table={TABLE}
      icon={<IconBuildingCommunity />}
      skeleton={5}
      empty={
        <EmptyState
          icon={<IconBuildingCommunity />}
          title="Aucun exploitant n'est présent"
          hint="Ajoutez-en un pour créer ses stations et inviter ses gestionnaires."
        />
      }
    />
  );
}

function Actions({ operator: { id, nom } }: { operator: Operator }) {
  const queryClient = useQueryClient();
  const { mutateAsync: deleteOperator } = useDeleteOperator();
  const remove = useDelete({
    article: "l'exploitant",
    item: nom,
    consequences: [
      "Ses stations, ses tarifs et ses clés d'accès cessent de servir.",
      "Son équipe n'y a plus accès. Les comptes et l'historique demeurent.",
    ],
    refusal: async () =>
      (await readCounters(queryClient, id)).utilisationsEnCours > 0 ? IN_USE : undefined,
    write: () => deleteOperator(id),
    done: `L'exploitant «\u00a0${nom}\u00a0» est supprimé.`,
  });

  return (
    <RowButtons
      name={nom}
      onDelete={remove}
      deleteRef={focusTitleAfterRemoval}
      editLink={(props) => (
        <Link {...props} to="/gestion-exploitants/$id/details" params={{ id: String(id) }} />
      )}
    />
  );
}

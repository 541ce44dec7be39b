import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { useRights } from "@/auth/rights";
import { useConfirm } from "@/shared/ui/confirm";
import { LoadError } from "@/shared/ui/LoadError";
import { notifySuccess } from "@/shared/ui/notify";
import { PageHeader } from "@/shared/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/shared/ui/Skeletons";
import { UnsavedProvider } from "@/shared/ui/unsaved";
import { useDeleteUser, useIsOwn } from "../calls";
import { type Scope, type User, userQuery } from "../queries";
import { erasureOf, NBSP, personName } from "../wording";
import { BankBlock } from "./BankBlock";
import classes from "./detail.module.css";
import { IdentityBlock } from "./IdentityBlock";
import { PaymentsBlock } from "./PaymentsBlock";
import { RolesBlock } from "./RolesBlock";
import { StaysBlock } from "./StaysBlock";
import { SubscriptionsBlock } from "./SubscriptionsBlock";

type UserPageProps = {
  scope: Scope;
  /** The page of the back arrow, also opened after a deletion. */
  list: "/gestion-utilisateurs" | "/gestion-utilisateurs-exploitant";
  /** The audit log of the account. */
  audit?: (userId: number) => ReactNode;
};

/** One account: identity, roles, subscriptions, stays and cards. */
export function UserPage({ scope, list, audit }: UserPageProps) {
  const { id: text = "" } = useParams({ strict: false });
  const id = Number(text);
  const user = useQuery(userQuery(id, scope));
  const { listeUtilisateurs = {} } = useLocation({ select: ({ state }) => state });
  const { administrator } = useRights();
  const own = useIsOwn(id);
  const back = { to: list, search: listeUtilisateurs };

  return (
    <UnsavedProvider>
      <PageHeader
        title="Gestion d'un utilisateur"
        subtitle={user.data && personName(user.data)}
        back={{ ...back, label: `Retour${NBSP}: Liste des utilisateurs` }}
        action={
          user.data?.supprimable && <DeleteButton user={user.data} scope={scope} back={back} />
        }
      />
      {user.data ? (
        <>
          <div className={classes.columns}>
            <IdentityBlock
              user={user.data}
              administered={administrator && !own && !user.data.anonymise}
            />
            <div>
              <PaymentsBlock counts={user.data.utilisateurPaiement} />
              {scope === undefined && <BankBlock cards={user.data.moyenPaiements} />}
            </div>
          </div>
          <RolesBlock
            user={user.data}
            administered={administrator && !own && !user.data.anonymise && !user.data.nonConfirme}
          />
          <StaysBlock userId={id} scope={scope} />
          <SubscriptionsBlock userId={id} scope={scope} />
          {audit?.(id)}
        </>
      ) : user.isError ? (
        <LoadError
          message={asApiError(user.error).message}
          requestId={asApiError(user.error).requestId}
          onRetry={() => void user.refetch()}
        />
      ) : (
        <div className={classes.skeletons}>
          <CardSkeleton />
          <ListSkeleton />
        </div>
      )}
    </UnsavedProvider>
  );
}

type DeleteButtonProps = {
  user: User;
  scope: Scope;
  back: { to: UserPageProps["list"]; search: object };
};

function DeleteButton({ user, scope, back }: DeleteButtonProps) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { administrator } = useRights();
  const queryClient = useQueryClient();
  const { mutateAsync: deleteUser } = useDeleteUser(user.id, scope);

  const remove = async () => {
    let gone = false;
    const name = personName(user);
    await confirm({
      kind: "delete",
      article: "l'utilisateur",
      item: name,
      consequences: erasureOf(user, administrator),
      onConfirm: async () => {
        gone = await deleteUser();
      },
    });
    if (!gone) return;
    notifySuccess(`L'utilisateur «${NBSP}${name}${NBSP}» est supprimé.`);
    await navigate({ ...back, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: ["utilisateur", user.id] });
  };

  return (
    <Button variant="light" color="red" onClick={remove}>
      Supprimer l'utilisateur
    </Button>
  );
}

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type AccountDetails, accountQuery } from "@/data/accounts";
import type { Scope } from "@/data/scope";
import { forgetAccount, useDeleteAccount } from "@/data/writes/accounts";
import { QueryError } from "@/kit/QueryState";
import { useBack } from "@/kit/routing/page";
import { useIsOwnAccount } from "@/session/account";
import { useRights } from "@/session/rights";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { UnsavedProvider } from "@/ui/unsaved";
import { erasureOf, NBSP, personName } from "../wording";
import { BankBlock } from "./BankBlock";
import classes from "./detail.module.css";
import { IdentityBlock } from "./IdentityBlock";
import { PaymentsBlock } from "./PaymentsBlock";
import { RolesBlock } from "./RolesBlock";
import { StaysBlock } from "./StaysBlock";
import { SubscriptionsBlock } from "./SubscriptionsBlock";

type AccountPageProps = {
  scope: Scope;
  /** The page of the back arrow, also opened after a deletion. */
  list: "/gestion-utilisateurs" | "/gestion-utilisateurs-exploitant";
  /** The audit log of the account. */
  audit?: (accountId: number) => ReactNode;
};

/** One account: identity, roles, subscriptions, stays and cards. */
export function AccountPage({ scope, list, audit }: AccountPageProps) {
  const { id: text = "" } = useParams({ strict: false });
  const id = Number(text);
  const account = useQuery(accountQuery(id, scope));
  const { listeUtilisateurs = {} } = useLocation({ select: ({ state }) => state });
  const { administrator } = useRights();
  const own = useIsOwnAccount(id);
  const parent = useBack();
  const back = { to: list, search: listeUtilisateurs };

  return (
    <UnsavedProvider>
      <PageHeader
        title="Gestion d'un utilisateur"
        subtitle={account.data && personName(account.data)}
        back={parent && { ...parent, search: back.search }}
        action={
          account.data?.supprimable && (
            <DeleteButton account={account.data} scope={scope} back={back} />
          )
        }
      />
      {account.data ? (
        <>
          <div className={classes.columns}>
            <IdentityBlock
              account={account.data}
              administered={administrator && !own && !account.data.anonymise}
            />
            <div>
              <PaymentsBlock counts={account.data.utilisateurPaiement} />
              {scope === undefined && <BankBlock cards={account.data.moyenPaiements} />}
            </div>
          </div>
          <RolesBlock
            account={account.data}
            administered={
              administrator && !own && !account.data.anonymise && !account.data.nonConfirme
            }
          />
          <StaysBlock accountId={id} scope={scope} />
          <SubscriptionsBlock accountId={id} scope={scope} />
          {audit?.(id)}
        </>
      ) : account.isError ? (
        <QueryError query={account} />
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
  account: AccountDetails;
  scope: Scope;
  back: { to: AccountPageProps["list"]; search: object };
};

function DeleteButton({ account, scope, back }: DeleteButtonProps) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { administrator } = useRights();
  const queryClient = useQueryClient();
  const { mutateAsync: deleteAccount } = useDeleteAccount(account.id, scope);

  const remove = async () => {
    let deleted = false;
    const name = personName(account);
    await confirm({
      kind: "delete",
      article: "l'utilisateur",
      item: name,
      consequences: erasureOf(account, administrator),
      onConfirm: async () => {
        deleted = await deleteAccount();
      },
    });
    if (!deleted) return;
    notifySuccess(`L'utilisateur «${NBSP}${name}${NBSP}» est supprimé.`);
    await navigate({ ...back, ignoreBlocker: true });
    forgetAccount(queryClient, account.id);
  };

  return (
    <Button variant="light" color="red" onClick={remove}>
      Supprimer l'utilisateur
    </Button>
  );
}

import { Button, Group, SimpleGrid, Stack } from "@mantine/core";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Scope } from "@/data/scope";
import { ActiveChip } from "@/entities/account/ActiveChip";
import type { AccountDetails } from "@/entities/account/api";
import { CallLink } from "@/entities/hotline/CallLink";
import { RecordPage, RecordSkeleton, useRecordId } from "@/kit/records/RecordPage";
import { useIsOwnAccount } from "@/session/account";
import { useRights } from "@/session/rights";
import { useConfirm } from "@/ui/dialog/confirm";
import { notifySuccess } from "@/ui/feedback/notify";
import { erasureOf, NBSP, personName } from "../wording";
import { AccountSessions } from "./AccountSessions";
import { forgetAccount, readAccount, useDeleteAccount } from "./api";
import { BankBlock } from "./BankBlock";
import { CompanyBlock } from "./CompanyBlock";
import { IdentitiesBlock } from "./IdentitiesBlock";
import { IdentityBlock } from "./IdentityBlock";
import { PaymentsBlock } from "./PaymentsBlock";
import { RolesBlock } from "./RolesBlock";
import { StaysBlock } from "./StaysBlock";
import { SubscriptionsBlock } from "./SubscriptionsBlock";
import { WaitsBlock } from "./WaitsBlock";

/** The server's words. */
const IN_USE = `Ce compte ne peut être supprimé${NBSP}: une utilisation est en cours.`;

type AccountPageProps = {
  /** The account, asked for by the page that decides under which operator it is shown. */
  query: UseQueryResult<AccountDetails>;
  scope: Scope;
  /** The page of the back arrow, also opened after a deletion. */
  list: "/gestion-utilisateurs" | "/gestion-utilisateurs-exploitant";
  /** The audit log of the account. */
  audit?: (accountId: number) => ReactNode;
};

/** One account: identity, roles, subscriptions, stays and cards. */
export function AccountPage({ query, scope, list, audit }: AccountPageProps) {
  const id = useRecordId();
  const { listeUtilisateurs = {} } = useLocation({ select: ({ state }) => state });
  const { administrator } = useRights();
  const own = useIsOwnAccount(id);
  const back = { to: list, search: listeUtilisateurs };

  return (
    <RecordPage
      title="Gestion d'un utilisateur"
      query={query}
      missing="Cet usager n'existe pas ou n'existe plus."
      subtitle={personName}
      state={(account) => <ActiveChip account={account} />}
      backSearch={listeUtilisateurs}
      action={(account) => (
        <Group gap="xs">
          {scope !== undefined && !account.anonymise && <CallLink usager={id} />}
          {account.supprimable && <DeleteButton account={account} scope={scope} back={back} />}
        </Group>
      )}
      loading={
        <Stack gap="lg">
          <RecordSkeleton />
        </Stack>
      }
    >
      {(account) => {
        const administered = administrator && !own && !account.anonymise;
        return (
          <>
            <SimpleGrid
              minColWidth="min(24rem, 100%)"
              autoFlow="auto-fit"
              spacing="lg"
              verticalSpacing={0}
            >
              <IdentityBlock account={account} scope={scope} administered={administered} />
              <div>
                <PaymentsBlock account={account} scope={scope} />
                {scope === undefined && <BankBlock cards={account.moyenPaiements} />}
                {account.societeModifiable && <CompanyBlock account={account} scope={scope} />}
              </div>
            </SimpleGrid>
            <RolesBlock account={account} administered={administered && !account.nonConfirme} />
            {account.sessionsGerables && <IdentitiesBlock accountId={id} scope={scope} />}
            <StaysBlock accountId={id} scope={scope} />
            <SubscriptionsBlock account={account} scope={scope} />
            {scope !== undefined && <WaitsBlock accountId={id} operatorId={scope} />}
            {account.sessionsGerables && <AccountSessions account={account} scope={scope} />}
            {audit?.(id)}
          </>
        );
      }}
    </RecordPage>
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
    const now = await readAccount(queryClient, account.id, scope).catch(() => account);
    await confirm({
      kind: "delete",
      article: "l'utilisateur",
      item: name,
      refusal: now.utilisateurPaiement.nombrePaiementEnCours > 0 ? IN_USE : undefined,
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

import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";
import { ofName } from "@/entities/account/names";
import { SessionsBlock } from "@/features/people/sessions/SessionsBlock";
import { NBSP, personName } from "../wording";
import { accountSessionsQuery, useEndAccountSession, useEndAccountSessions } from "./api";

type AccountSessionsProps = { account: AccountDetails; scope: Scope };

/** Where the account of another person is open. */
export function AccountSessions({ account, scope }: AccountSessionsProps) {
  const { mutateAsync: end } = useEndAccountSession(account.id, scope);
  const { mutateAsync: endAll } = useEndAccountSessions(account.id, scope);
  return (
    <SessionsBlock
      text="Là où le compte de cette personne est ouvert."
      query={useQuery(accountSessionsQuery(account.id, scope))}
      consequences={["La personne devra s'y connecter de nouveau, et un e-mail le lui dira."]}
      end={end}
      all={{
        label: "Terminer toutes les sessions",
        question: `Voulez-vous vraiment terminer toutes les sessions ${ofName(personName(account))}${NBSP}?`,
        end: endAll,
        done: "Les sessions de cette personne sont terminées.",
      }}
    />
  );
}

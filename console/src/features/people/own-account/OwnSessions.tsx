import { useQuery } from "@tanstack/react-query";
import { SessionsBlock } from "../sessions/SessionsBlock";
import { ownSessionsQuery, useEndOwnOtherSessions, useEndOwnSession } from "./api";

/** Where the caller's account is open. */
export function OwnSessions() {
  const { mutateAsync: end } = useEndOwnSession();
  const { mutateAsync: endOthers } = useEndOwnOtherSessions();
  const query = useQuery(ownSessionsQuery());
  const alone = query.data?.sessions.every(({ courante }) => courante);
  return (
    <SessionsBlock
      text={
        alone
          ? "Votre compte n'est ouvert nulle part ailleurs."
          : "Là où votre compte est ouvert. Terminez les sessions que vous ne reconnaissez pas, puis choisissez un nouveau mot de passe."
      }
      query={query}
      consequences={["Il faudra s'y connecter de nouveau."]}
      end={end}
      all={{
        label: "Terminer toutes les autres sessions",
        question: "Voulez-vous vraiment terminer toutes vos autres sessions\u00a0?",
        end: endOthers,
        done: "Vos autres sessions sont terminées.",
      }}
    />
  );
}

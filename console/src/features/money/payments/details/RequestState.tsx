import { Text } from "@mantine/core";
import type { Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import money from "../../money.module.css";
import { NBSP } from "../wording";
import { CAUSES } from "./refundSchema";

type Request = NonNullable<Payment["demandeRemboursement"]>;

/** What became of the last request for a refund. */
export function RequestChip({ request: { issue, le, decideeLe } }: { request: Request }) {
  if (issue === "refusee")
    return (
      <StatusChip color="grey" label={`Remboursement refusé le ${formatDate(decideeLe ?? le)}`} />
    );
  if (issue !== "") return null;
  return <StatusChip color="orange" label={`Remboursement demandé le ${formatDate(le)}`} />;
}

/** The last request for a refund: who asked, why, and what was answered. */
export function RequestState({ request }: { request: Request }) {
  const { montant, cause, prixJuste, commentaire, le, par } = request;
  const { issue, decideeLe, decideePar, reponse } = request;
  const by = (who: Request["par"]) => (who ? ` par ${who.nom}` : "");
  const price = prixJuste === null ? "" : `, prix calculé ${formatEuros(prixJuste)}`;
  return (
    <div>
      <Text className={money.long}>
        Remboursement de {formatEuros(montant)} demandé le {formatDate(le)}
        {by(par)} ({CAUSES[cause].toLowerCase()}
        {price}){NBSP}: «{NBSP}
        {commentaire}
        {NBSP}»
      </Text>
      {issue === "refusee" && (
        <Text className={money.long} fw={550}>
          Refusée{by(decideePar)}
          {NBSP}: «{NBSP}
          {reponse}
          {NBSP}»
        </Text>
      )}
      {issue === "acceptee" && <Text fw={550}>Acceptée{by(decideePar)}.</Text>}
      {issue === "retiree" && <Text fw={550}>Retirée le {formatDate(decideeLe ?? le)}.</Text>}
    </div>
  );
}

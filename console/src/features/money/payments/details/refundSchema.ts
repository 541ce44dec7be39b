import * as v from "valibot";
import type { Payment } from "@/entities/payment/types";
import { formatAmount, parseEuros } from "@/format";
import { bounded } from "@/format/bounded";
import { instantOf, localTimeAt } from "@/format/localTime";
import { isByHand, isStay } from "../wording";
import type { ActionRequest, RefundCause } from "./api";

/** The means by which what was marked as paid is given back, in the words of the wire. */
export const REFUND_MEANS = ["Espèces", "Chèque", "Virement"] as const;

/** Why money is given back. The first two are of stays alone. */
export const CAUSES: Record<RefundCause, string> = {
  fin_corrigee: "L'utilisation s'est terminée plus tôt",
  sans_penalites: "Dépassement ou enlèvement qui n'est pas du fait de l'usager",
  rien_du: "Rien n'était dû",
  autre: "Autre cause",
};

export function causesOf(payment: Payment): RefundCause[] {
  const stay = payment.utilisations.some(isStay);
  return stay ? ["autre", "fin_corrigee", "sans_penalites", "rien_du"] : ["autre", "rien_du"];
}

const SENTENCES = {
  amount:
    "Le montant à rembourser doit être compris entre un centime et ce qui n'a pas encore été remboursé.",
  means: "Le mode de paiement est obligatoire.",
  comment: "Le commentaire est obligatoire.",
  end: "L'heure de fin n'est pas correcte",
};

export type RefundValues = {
  cause: RefundCause;
  jour: string;
  heure: string;
  type: string;
  montant: string;
  commentaire: string;
};

export const remainingOf = ({ montant, rembourse }: Payment) => montant - rembourse;

/** Returns the rules of a refund, or of a request for one, which names no means. */
export const refundSchema = (payment: Payment, asks: boolean) =>
  v.pipe(
    v.object({
      cause: v.picklist(Object.keys(CAUSES) as RefundCause[]),
      jour: v.string(),
      heure: v.string(),
      type:
        isByHand(payment) && !asks ? v.pipe(v.string(), v.nonEmpty(SENTENCES.means)) : v.string(),
      montant: v.pipe(
        v.string(),
        v.check((typed) => {
          const cents = parseEuros(typed);
          return cents !== null && cents > 0 && cents <= remainingOf(payment);
        }, SENTENCES.amount),
      ),
      commentaire: v.pipe(bounded, v.nonEmpty(SENTENCES.comment)),
    }),
    v.forward(
      v.check(
        ({ cause, jour, heure }) =>
          cause !== "fin_corrigee" || instantOf({ date: jour, hour: heure }) !== null,
        SENTENCES.end,
      ),
      ["heure"],
    ),
  );

const stayOf = ({ utilisations }: Payment) => utilisations.find(isStay);

/** Returns what the form starts with: what somebody asks for, else all that is left. */
export function refundValues(payment: Payment): RefundValues {
  const request = openRequest(payment);
  const stay = stayOf(payment);
  const end = request?.fin ?? null;
  const amount = Math.min(request?.montant ?? Infinity, remainingOf(payment));
  return {
    cause: request?.cause ?? "autre",
    jour: localTimeAt(Date.parse(end ?? stay?.debutOccupation ?? "2026-01-01")).date,
    heure: end ? localTimeAt(Date.parse(end)).hour : "",
    type: "",
    montant: formatAmount(amount),
    commentaire: request?.commentaire ?? "",
  };
}

/** The request that nobody has decided. */
export const openRequest = ({ demandeRemboursement: request }: Payment) =>
  request?.issue === "" ? request : null;

/** Returns the true end that is typed; of an hour that comes twice, the first that follows the start is meant. */
export function trueEnd(payment: Payment, { cause, jour, heure }: RefundValues) {
  if (cause !== "fin_corrigee") return undefined;
  const start = Date.parse(stayOf(payment)?.debutOccupation ?? "");
  const end = instantOf({ date: jour, hour: heure }, start);
  return end === null ? undefined : new Date(end).toISOString();
}

export function refundRequest(
  payment: Payment,
  asks: boolean,
  values: RefundValues,
): ActionRequest {
  const { cause, type, commentaire } = values;
  const montant = parseEuros(values.montant) ?? 0;
  return asks
    ? {
        action: "demander-remboursement",
        montant,
        cause,
        fin: trueEnd(payment, values),
        commentaire,
      }
    : { action: "rembourser", montant, type: type || undefined, commentaire };
}

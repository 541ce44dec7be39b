import { Text } from "@mantine/core";
import * as v from "valibot";
import { formatDate } from "@/format";
import { bounded } from "@/format/bounded";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { SelectField, TextareaField } from "@/ui/form/moreFields";
import { type Subscription, useEndSubscription } from "./api";
import { NBSP } from "./words";

const NOW = "maintenant";

const schema = v.pipe(
  v.object({ quand: v.string(), remboursement: v.string(), commentaire: bounded }),
  v.forward(
    v.check(
      ({ quand, commentaire }) => quand !== NOW || commentaire !== "",
      "Le commentaire est obligatoire.",
    ),
    ["commentaire"],
  ),
);

const FREE_BY_LAW =
  "L'avis de reconduction n'a pas été envoyé à temps\u00a0: l'abonné peut mettre fin à l'abonnement maintenant, et les jours restants lui sont dus.";

const REFUNDS = [
  { value: "aucun", label: "Aucun" },
  { value: "prorata", label: "Au prorata des jours restants" },
  { value: "total", label: "Toute l'échéance en cours" },
];

type EndSubscriptionModalProps = {
  subscription: Subscription;
  /** The name of the person whose it is. */
  subscriber: string;
  mayRefund: boolean;
  onClose: () => void;
};

/** Asks when a subscription ends, why, and what is given back; one that has not begun ends before it does. */
export function EndSubscriptionModal(props: EndSubscriptionModalProps) {
  const { subscription, subscriber, mayRefund, onClose } = props;
  const { mutateAsync: end } = useEndSubscription(subscription.id);
  const toCome = subscription.etat === "a_venir";
  const renewed = subscription.date_prochain_paiement !== null;
  const term = subscription.finPrevue ? formatDate(subscription.finPrevue) : "";
  const free = subscription.resiliableAToutMoment;
  const consequenceOf = (now: boolean) => {
    if (toCome)
      return "L'abonnement n'a pas commencé\u00a0: il n'ouvrira rien, et rien n'est facturé.";
    return now
      ? "L'abonnement n'ouvre plus rien dès maintenant. Une échéance impayée n'est plus due que pour les jours où il donnait accès."
      : `L'abonnement reste valable jusqu'au ${term}${NBSP}; aucune autre échéance ne sera facturée.`;
  };
  return (
    <FormModal
      title="Résilier l'abonnement"
      submit="Résilier"
      color="red"
      onClose={onClose}
      schema={schema}
      values={{
        quand: (renewed || toCome) && !free ? "terme" : NOW,
        remboursement: free && mayRefund ? "prorata" : "aucun",
        commentaire: "",
      }}
      write={async ({ quand, remboursement, commentaire }) => {
        await end({
          quand,
          remboursement: quand === NOW ? remboursement : "aucun",
          commentaire,
        });
        notifySuccess(
          quand === NOW || toCome
            ? "L'abonnement est terminé."
            : `L'abonnement est résilié, jusqu'au ${term}.`,
        );
      }}
    >
      {({ control, watch }) => {
        const now = watch("quand") === NOW;
        return (
          <>
            <Text fw={600}>
              {subscriber}&nbsp;: {subscription.libellePublic}
            </Text>
            <Text>{consequenceOf(now)}</Text>
            {free && <Text>{FREE_BY_LAW}</Text>}
            {!toCome && (
              <SelectField
                control={control}
                name="quand"
                label="Quand"
                data={[
                  ...(renewed ? [{ value: "terme", label: `À son terme, le ${term}` }] : []),
                  { value: NOW, label: "Maintenant" },
                ]}
                autoFocus
              />
            )}
            {now && mayRefund && (
              <SelectField
                control={control}
                name="remboursement"
                label="Remboursement"
                hint="De ce qui a été encaissé par carte pour l'échéance en cours."
                data={REFUNDS}
              />
            )}
            <TextareaField
              control={control}
              name="commentaire"
              label="Commentaire"
              hint="Il reste avec l'abonnement."
              required={now}
            />
          </>
        );
      }}
    </FormModal>
  );
}

import { Button } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import type { Scope } from "@/data/scope";
import { contactFacts } from "@/entities/account/contactFacts";
import { ofName, personName } from "@/entities/account/names";
import type { Payment } from "@/entities/payment/types";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { PersonLink } from "@/kit/routing/NamedLinks";
import { Answers } from "@/ui/layout/Answers";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import { Attempts } from "../details/Attempts";
import { usePaymentAction } from "../details/api";
import { PaidFor } from "../PaidFor";
import classes from "../payments.module.css";
import { ACTION_LABELS, DONE_MESSAGES, NBSP } from "../wording";

type RowDetailsProps = { payment: Payment; scope: Scope; onDetails: () => void };

/** The details of an open row, and its actions. */
export function RowDetails({ payment, scope, onDetails }: RowDetailsProps) {
  const person = { id: payment.idUtilisateur, email: payment.email };
  const running = payment.paiementDetail.paiementStatut === "RUNNING";
  return (
    <>
      <DetailCards>
        <div className={classes.stack}>
          <DetailCard title="Usager">
            <Facts
              items={contactFacts(
                payment,
                <PersonLink person={person} name={personName(payment)} scope={scope} />,
              )}
            />
          </DetailCard>
          <DetailCard title="Historique">
            <Attempts payment={payment} />
          </DetailCard>
        </div>
        <PaidFor payment={payment} />
      </DetailCards>
      <Answers justify="flex-start" mt="md">
        <Button
          variant="default"
          leftSection={<IconListDetails size={16} stroke={1.75} aria-hidden />}
          onClick={onDetails}
        >
          Détails du paiement
        </Button>
        {running && payment.actions.includes("switch-gratuit") && <MakeFree payment={payment} />}
      </Answers>
    </>
  );
}

function MakeFree({ payment }: { payment: Payment }) {
  const { mutateAsync: send } = usePaymentAction(payment.id);
  const ask = useConfirmedWrite({
    question: {
      title: ACTION_LABELS["switch-gratuit"],
      question: `Voulez-vous vraiment ne pas faire payer l'utilisation ${ofName(personName(payment))}${NBSP}?`,
    },
    write: () => send({ action: "switch-gratuit" }),
    done: DONE_MESSAGES["switch-gratuit"],
  });
  return (
    <Button variant="default" onClick={ask}>
      {ACTION_LABELS["switch-gratuit"]}
    </Button>
  );
}

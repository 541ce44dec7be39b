import { Anchor, Button, Loader, VisuallyHidden } from "@mantine/core";
import { IconFileTypePdf, IconMail } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import type { Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { Can } from "@/session/Can";
import { notifyError } from "@/ui/feedback/notify";
import { download } from "@/ui/form/download";
import { DetailCard } from "@/ui/layout/DetailCard";
import { NBSP } from "../wording";
import { type PaymentDocument, useDocumentFile, useSendReceipt } from "./api";
import { awaitedDocument } from "./awaited";
import classes from "./documents.module.css";
import { COMING, KINDS, MEANING, NONE } from "./words";

/** The receipts and credit notes of a payment that was collected. */
export function DocumentsCard({ payment }: { payment: Payment }) {
  const { paiementDetail, montant, documents = [] } = payment;
  const collected = ["PAID", "MANUAL"].includes(paiementDetail.paiementStatut) && montant > 0;
  if (!collected && documents.length === 0) return null;
  const awaited = awaitedDocument(payment);
  const receipt = documents.find(({ type }) => type === "recu");

  return (
    <DetailCard title="Documents">
      {documents.length > 0 && (
        <ul className={classes.documents}>
          {documents.map((one) => (
            <DocumentItem key={one.id} document={one} />
          ))}
        </ul>
      )}
      <p className={classes.awaited} role="status">
        {awaited && (
          <>
            <Loader size="0.875rem" aria-hidden />
            {COMING[awaited]}
          </>
        )}
      </p>
      <div className={classes.foot}>
        <p className={classes.note}>{documents.length === 0 && !awaited ? NONE : MEANING}</p>
        {receipt && (
          <Can right="DROIT_EVENEMENTS_ECRITURE">
            <SendReceipt payment={payment} receipt={receipt} />
          </Can>
        )}
      </div>
    </DetailCard>
  );
}

function DocumentItem({ document }: { document: PaymentDocument }) {
  const { id, type, numero, date, montant } = document;
  const { mutateAsync: load, isPending } = useDocumentFile(id);
  const open = () => {
    if (isPending) return;
    load().then(
      (file) => download(file, `${numero}.pdf`),
      (error: unknown) => notifyError(asApiError(error).message),
    );
  };
  return (
    <li className={classes.document}>
      <Anchor
        component="button"
        type="button"
        className={classes.open}
        aria-busy={isPending || undefined}
        onClick={open}
      >
        {isPending ? (
          <Loader size="1rem" color="currentColor" aria-hidden />
        ) : (
          <IconFileTypePdf size={18} stroke={1.75} aria-hidden />
        )}
        <span>
          {KINDS[type]} <span className={classes.number}>{numero}</span>
        </span>
        <VisuallyHidden>(PDF)</VisuallyHidden>
      </Anchor>
      <time className={classes.date} dateTime={date}>
        {formatDate(date)}
      </time>
      <span className={classes.amount}>
        {type === "avoir" && "−"}
        {formatEuros(montant)}
      </span>
    </li>
  );
}

function SendReceipt({ payment, receipt }: { payment: Payment; receipt: PaymentDocument }) {
  const { id, email, documents = [] } = payment;
  const { mutateAsync: send } = useSendReceipt(id);
  const others = documents.length > 1;
  const ask = useConfirmedWrite({
    question: {
      title: "Envoyer le reçu",
      question: others
        ? `Le reçu ${receipt.numero} et les autres documents de ce paiement seront envoyés à ${email}.`
        : `Le reçu ${receipt.numero} sera envoyé à ${email}.`,
      action: "Envoyer",
    },
    write: () => send(),
    done: `Le reçu ${receipt.numero} va être envoyé à ${email}.`,
  });
  if (!email)
    return (
      <p className={classes.note}>
        Cette personne n'a pas d'adresse e-mail{NBSP}: le reçu ne peut pas lui être envoyé.
      </p>
    );
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.send}
      leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
      onClick={ask}
    >
      Envoyer le reçu
    </Button>
  );
}

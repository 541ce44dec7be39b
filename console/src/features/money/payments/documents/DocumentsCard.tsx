import { Anchor, Button, Group, Loader, Text, VisuallyHidden } from "@mantine/core";
import { IconFileTypePdf, IconMail } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import type { Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { Can } from "@/session/Can";
import { notifyError } from "@/ui/feedback/notify";
import { download } from "@/ui/form/download";
import { Answers } from "@/ui/layout/Answers";
import { DetailCard } from "@/ui/layout/DetailCard";
import { PlainList } from "@/ui/layout/PlainList";
import money from "../../money.module.css";
import { NBSP } from "../wording";
import { type PaymentDocument, useDocumentFile, useSendReceipt } from "./api";
import { awaitedDocument } from "./awaited";
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
        <PlainList gap="xs" mb="sm">
          {documents.map((one) => (
            <DocumentItem key={one.id} document={one} />
          ))}
        </PlainList>
      )}
      <Group gap="xs" mb={awaited ? "sm" : 0} fw={550} role="status">
        {awaited && (
          <>
            <Loader size="0.875rem" aria-hidden />
            {COMING[awaited]}
          </>
        )}
      </Group>
      <Answers justify="space-between">
        <Text size="xs" c="dimmed">
          {documents.length === 0 && !awaited ? NONE : MEANING}
        </Text>
        {receipt && (
          <Can right="DROIT_EVENEMENTS_ECRITURE">
            <SendReceipt payment={payment} receipt={receipt} />
          </Can>
        )}
      </Answers>
    </DetailCard>
  );
}

function DocumentItem({ document }: { document: PaymentDocument }) {
  const { id, type, numero, date, montant, avantRegistre } = document;
  const { mutateAsync: load, isPending } = useDocumentFile(id);
  const open = () => {
    if (isPending) return;
    load().then(
      (file) => download(file, `${numero}.pdf`),
      (error: unknown) => notifyError(asApiError(error).message),
    );
  };
  return (
    <Group component="li" gap="0 1rem">
      <Anchor
        component="button"
        type="button"
        className={money.link}
        aria-busy={isPending || undefined}
        onClick={open}
      >
        {isPending ? (
          <Loader size="1rem" color="currentColor" aria-hidden />
        ) : (
          <IconFileTypePdf size={18} stroke={1.75} aria-hidden />
        )}
        <span>
          {KINDS[type]} <span className={money.long}>{numero}</span>
        </span>
        <VisuallyHidden>(PDF)</VisuallyHidden>
      </Anchor>
      <Text component="time" c="dimmed" fz={13} dateTime={date}>
        {formatDate(date)}
      </Text>
      {avantRegistre && (
        <Text span c="dimmed" fz={13}>
          Avant le registre
        </Text>
      )}
      <Text span ml="auto">
        {type === "avoir" && "−"}
        {formatEuros(montant)}
      </Text>
    </Group>
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
      <Text size="xs" c="dimmed">
        Cette personne n'a pas d'adresse e-mail{NBSP}: le reçu ne peut pas lui être envoyé.
      </Text>
    );
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
      onClick={ask}
    >
      Envoyer le reçu
    </Button>
  );
}

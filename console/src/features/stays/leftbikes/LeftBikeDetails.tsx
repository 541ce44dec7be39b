import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { AuditLink } from "@/entities/audit/AuditLink";
import type { LeftBike } from "@/entities/leftbike/api";
import { placeWords, STEP_WORDS } from "@/entities/leftbike/words";
import { formatDate, formatEuros, formatShort } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { PaymentLink, PersonLink, PlaceLinks } from "@/kit/routing/NamedLinks";
import { useCan } from "@/session/rights";
import { notifyError } from "@/ui/feedback/notify";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { BusyButton } from "@/ui/form/BusyButton";
import { download } from "@/ui/form/download";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import { CustomerCard } from "../CustomerCard";
import { type LeftBikeFile, leftBikeQuery, useLeftBikePdf, useUndoStep } from "./api";
import { FilePhotos } from "./FilePhotos";
import { StepModal } from "./StepModal";
import { ACTS, PROOF_WORDS, type TakenStep } from "./wording";

/** Names the row after « Détails de ». */
export const rowLabel = (file: LeftBike) => `dossier n°\u00a0${file.id}, ${placeWords(file)}`;

/** The whole file about a bicycle, and what staff may do about it. */
export function LeftBikeDetails({ id, operatorId }: { id: number; operatorId: number }) {
  return (
    <QueryState query={useQuery(leftBikeQuery(id))} loading={<CardSkeleton />}>
      {(file) => (
        <DetailCards>
          <Steps file={file} />
          <Bicycle file={file} operatorId={operatorId} />
          <FilePhotos file={file} />
          {file.utilisateur && <CustomerCard customer={file.utilisateur} scope={operatorId} />}
        </DetailCards>
      )}
    </QueryState>
  );
}

function Steps({ file }: { file: LeftBikeFile }) {
  const when = (at: string | null | undefined) => (at ? formatShort(at) : "–");
  const { mutateAsync: load, isPending } = useLeftBikePdf(file.id);
  return (
    <DetailCard title="Étapes">
      <Facts
        items={[
          { label: "Ouvert le", value: when(file.ouvertLe) },
          {
            label: "Préavis",
            value: `${when(file.preavis)}${file.avisAppose ? ", avis apposé" : ""}`,
          },
          { label: "Enlevé le", value: when(file.enleveLe) },
          ...(file.gardeJusquAu
            ? [
                { label: "Dépôt", value: [file.depot, file.rayon].filter(Boolean).join(", ") },
                { label: "Gardé jusqu'au", value: formatDate(file.gardeJusquAu) },
              ]
            : []),
          ...(file.closLe
            ? [{ label: STEP_WORDS[file.etape], value: when(file.closLe), wide: true }]
            : []),
          ...(file.remisA ? [{ label: "Remis à", value: file.remisA }] : []),
          ...(file.justificatif
            ? [{ label: "Justificatif", value: PROOF_WORDS[file.justificatif] }]
            : []),
        ]}
      />
      <Acts file={file} />
      <Group gap="xs">
        <BusyButton
          variant="default"
          size="xs"
          busy={isPending}
          onClick={() =>
            void load().then(
              (pdf) => download(pdf, `velo-laisse-${file.id}.pdf`),
              (error: unknown) => notifyError(asApiError(error).message),
            )
          }
        >
          Imprimer le dossier
        </BusyButton>
        <AuditLink about={`velo:${file.id}`} name={rowLabel(file)} />
      </Group>
    </DetailCard>
  );
}

/** The steps that may follow, each with its first day, and « Annuler la dernière étape ». */
function Acts({ file }: { file: LeftBikeFile }) {
  const [taking, setTaking] = useState<TakenStep | null>(null);
  const may = useCan("DROIT_EVENEMENTS_ECRITURE");
  const { mutateAsync: undo } = useUndoStep(file.id);
  const askUndo = useConfirmedWrite({
    question: {
      title: "Annuler la dernière étape",
      question: `Voulez-vous vraiment annuler l'étape «\u00a0${STEP_WORDS[file.etape]}\u00a0»\u00a0?`,
      consequences: [
        ...(file.etape === "ouvert" ? ["Le dossier sera annulé."] : []),
        ...(file.etape === "enleve" && file.idOccupation
          ? ["L'utilisation à laquelle l'enlèvement a mis fin reste terminée."]
          : []),
      ],
      action: "Annuler l'étape",
      destroys: true,
    },
    write: () => undo(),
    done: "L'étape est annulée.",
  });
  if (!may) return null;
  const undoable = ["ouvert", "preavis", "enleve", "repris"].includes(file.etape);
  return (
    <Group gap="xs" my="md">
      {file.suites.map(({ etape, aPartirDu }) => {
        const soon = aPartirDu > today();
        return (
          <Button
            key={etape}
            variant="default"
            disabled={soon}
            onClick={() => setTaking(etape as TakenStep)}
          >
            {ACTS[etape as TakenStep]}
            {soon && `, à partir du ${formatDate(aPartirDu)}`}
          </Button>
        );
      })}
      {undoable && (
        <Button variant="light" color="red" onClick={askUndo}>
          Annuler la dernière étape
        </Button>
      )}
      {taking && <StepModal file={file} step={taking} onClose={() => setTaking(null)} />}
    </Group>
  );
}

const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Paris" });

function Bicycle({ file, operatorId }: { file: LeftBikeFile; operatorId: number }) {
  const { reglement, utilisateur, idOccupation } = file;
  return (
    <DetailCard title="Vélo">
      <Facts
        items={[
          { label: "Description", value: file.description, wide: true },
          {
            label: "Lieu",
            value: <PlaceLinks station={file.station} locker={file.casier} />,
            wide: true,
          },
          ...(utilisateur && idOccupation
            ? [
                {
                  label: "Utilisation",
                  value: (
                    <PersonLink
                      person={utilisateur}
                      name="Voir l'utilisation"
                      scope={operatorId}
                      stay={idOccupation}
                    />
                  ),
                  wide: true,
                },
              ]
            : []),
          { label: "Marquage FNUCI", value: file.marquage || "–" },
          { label: "Étiquette", value: file.etiquette || "–" },
          {
            label: "Frais d'enlèvement",
            value: file.idPaiement ? (
              <PaymentLink
                id={file.idPaiement}
                name={formatEuros(file.fraisEnlevement)}
                scope={operatorId}
              />
            ) : (
              "–"
            ),
          },
          {
            label: "Règlement",
            value: `Préavis ${reglement.preavisJours + reglement.enlevementJours}\u00a0j, garde ${reglement.gardeJours + reglement.finJours}\u00a0j`,
          },
        ]}
      />
    </DetailCard>
  );
}

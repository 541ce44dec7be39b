import { Paper } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { OwnedRecordPage } from "@/entities/operator/OwnedRecordPage";
import { counted, formatCount, formatEuros, formatLong } from "@/format";
import { ExportButton, ExportProgress } from "@/kit/export/ExportBar";
import { useExport } from "@/kit/export/useExport";
import { useRecordId } from "@/kit/records/RecordPage";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { BusyButton } from "@/ui/form/BusyButton";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { Advance } from "../repricing/Advance";
import {
  batchQuery,
  exportBatch,
  type RefundBatch,
  type RepricingFigure,
  usePauseBatch,
  useResumeBatch,
} from "./api";
import { BatchLines } from "./BatchLines";
import { BATCH_STATES } from "./states";
import { useTariffOwner } from "./tariffOwner";

/** The refunds of a repricing: how far they have come, what became of each, and what pauses or resumes them. */
export function BatchPage() {
  const batch = useQuery(batchQuery(useRecordId()));
  const owner = useTariffOwner(batch.data?.idTarif);
  return (
    <OwnedRecordPage
      title="Lot de remboursements"
      query={batch}
      subtitle={({ libelleTarif }) => libelleTarif}
      state={({ statut }) => <StatusChip {...BATCH_STATES[statut]} />}
      action={(loaded) => <PauseOrResume batch={loaded} />}
      owner={owner}
      backOf={({ idRejeu }) => ({ to: `/rejeux/${idRejeu}`, label: "Retour au rejeu des prix" })}
      missing="Ce lot n'existe pas ou n'existe plus."
    >
      {(loaded) => <Batch batch={loaded} />}
    </OwnedRecordPage>
  );
}

function PauseOrResume({ batch: { id, actions } }: { batch: RefundBatch }) {
  const pause = usePauseBatch(id);
  const resume = useResumeBatch(id);
  const askPause = useConfirmedWrite({
    question: {
      title: "Mettre en pause",
      question: "Voulez-vous mettre ces remboursements en pause\u00a0?",
      consequences: ["Ce qui est déjà demandé au prestataire de paiement se termine."],
      action: "Mettre en pause",
    },
    write: () => pause.mutateAsync(),
    done: "Le lot est en pause.",
  });
  const askResume = useConfirmedWrite({
    question: {
      title: "Reprendre",
      question: "Voulez-vous reprendre ces remboursements\u00a0?",
      action: "Reprendre",
    },
    write: () => resume.mutateAsync(),
    done: "Les remboursements reprennent.",
  });
  if (actions.includes("pause"))
    return (
      <BusyButton
        variant="default"
        leftSection={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
        onClick={askPause}
      >
        Mettre en pause
      </BusyButton>
    );
  if (actions.includes("reprise"))
    return (
      <BusyButton
        leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
        onClick={askResume}
      >
        Reprendre
      </BusyButton>
    );
  return null;
}

function Batch({ batch }: { batch: RefundBatch }) {
  const { id, statut, nombre, somme, commentaire, lettre, demandeLe, demandePar, termineLe } =
    batch;
  const file = useExport({
    name: `remboursements-${id}`,
    row: "ligne",
    stream: (format, as) => exportBatch(id, format, as),
  });
  const figure = (label: string, { nombre, somme }: RepricingFigure) => ({
    label,
    value: nombre === 0 ? "Aucune" : `${counted(nombre, "utilisation")}, ${formatEuros(somme)}`,
  });
  return (
    <>
      <BatchAdvance batch={batch} />
      {statut === "refuse" && (
        <Paper p="sm" mb="md" maw="80ch" bg="var(--selected)" role="status">
          Rien n'a été remboursé&nbsp;: le nombre ou la somme n'étaient plus ceux qui avaient été
          acceptés. Revenez au rejeu pour voir les chiffres d'aujourd'hui.
        </Paper>
      )}
      <Block title="Où en est le lot">
        <Facts
          roomy
          items={[
            {
              label: "Accepté",
              value: `${counted(nombre, "utilisation")}, ${formatEuros(somme)}`,
            },
            figure("Remboursé", batch.rembourses),
            figure("Réponse attendue", batch.enCours),
            figure("À faire", batch.aFaire),
            figure("Refusé", batch.refuses),
            figure("Rien à rendre", batch.ignores),
            {
              label: "Demandé",
              value: `Le ${formatLong(demandeLe)}${demandePar ? `, par ${demandePar.nom}` : ""}`,
            },
            { label: "Terminé", value: termineLe ? `Le ${formatLong(termineLe)}` : "–" },
            { label: "Lettre à chaque personne", value: lettre ? "Oui" : "Non" },
            { label: "Commentaire", value: commentaire, wide: true },
          ]}
        />
      </Block>
      <ExportProgress download={file} total={nombre} />
      <Block
        title="Les utilisations du lot"
        bare
        action={<ExportButton variant="default" download={file} label="Exporter le compte rendu" />}
      >
        <BatchLines batch={batch} />
      </Block>
    </>
  );
}

/** The progress of a batch that is not over. */
function BatchAdvance({ batch }: { batch: RefundBatch }) {
  const { statut, nombre, rembourses, refuses, ignores } = batch;
  if (statut === "termine" || statut === "refuse") return null;
  const over = rembourses.nombre + refuses.nombre + ignores.nombre;
  const percent = nombre > 0 ? Math.min(100, Math.floor((over / nombre) * 100)) : 0;
  const words = {
    preparation: "Le lot se prépare\u00a0: rien n'est encore remboursé",
    en_cours: "Remboursements en cours",
    en_pause: "En pause",
  }[statut];
  return (
    <Advance
      mb="lg"
      label="Avancement du lot"
      words={words}
      count={`${formatCount(over)} sur ${counted(nombre, "utilisation")}`}
      percent={percent}
      hint={"Vous pouvez quitter cette page\u00a0: les remboursements se font sans elle."}
    />
  );
}

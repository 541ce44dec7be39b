import { Button, Paper, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { OwnedRecordPage } from "@/entities/operator/OwnedRecordPage";
import { kindOf, termsInWords } from "@/entities/tariff/words";
import { formatDate, formatEuros, formatLong } from "@/format";
import { ExportButton, ExportProgress } from "@/kit/export/ExportBar";
import { useExport } from "@/kit/export/useExport";
import { useRecordId } from "@/kit/records/RecordPage";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Answers } from "@/ui/layout/Answers";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { Advance } from "../repricing/Advance";
import { exportRepricing, type Repricing, repricingQuery, useStopRepricing } from "./api";
import { RefundButton } from "./RefundButton";
import { Result, WidestGaps } from "./Result";
import { REPRICING_STATES } from "./states";
import { useTariffOwner } from "./tariffOwner";
import { termsOf } from "./terms";

/** What past stays would have cost with corrected values, and what follows from it. */
export function RepricingPage() {
  const repricing = useQuery(repricingQuery(useRecordId()));
  const owner = useTariffOwner(repricing.data?.idTarif);
  return (
    <OwnedRecordPage
      title="Rejeu des prix"
      query={repricing}
      subtitle={({ libelleTarif }) => libelleTarif}
      state={({ statut }) => <StatusChip {...REPRICING_STATES[statut]} />}
      owner={owner}
      backOf={({ idTarif }) => ({
        to: `/gestion-tarifs/${idTarif}/rejeux`,
        label: "Retour aux rejeux de ce tarif",
      })}
      missing="Ce rejeu n'existe pas ou n'existe plus."
    >
      {(loaded) => <Outcome repricing={loaded} />}
    </OwnedRecordPage>
  );
}

function Outcome({ repricing }: { repricing: Repricing }) {
  const { id, statut, du, au, demandeLe, demandePar, idLot } = repricing;
  const terms = termsOf(repricing.valeurs);
  const file = useExport({
    name: `rejeu-${id}`,
    row: "utilisation",
    stream: (format, as) => exportRepricing(id, format, as),
  });
  const done = statut === "termine";
  return (
    <>
      {statut === "en_cours" && <Running repricing={repricing} />}
      {statut === "echec" && (
        <Paper p="sm" mb="md" maw="80ch" bg="var(--selected)" role="status">
          Ce rejeu a échoué avant sa fin&nbsp;: ses chiffres sont incomplets. Rien n'a été modifié.
        </Paper>
      )}
      {statut === "arrete" && (
        <Paper p="sm" mb="md" maw="80ch" bg="var(--selected)" role="status">
          Ce rejeu a été arrêté&nbsp;: ses chiffres sont incomplets.
        </Paper>
      )}
      <Block title="Ce qui a été demandé">
        <Facts
          roomy
          items={[
            {
              label: "Utilisations commencées",
              value: `Du ${formatDate(du)} au ${formatDate(au)}`,
            },
            {
              label: "Demandé",
              value: `Le ${formatLong(demandeLe)}${demandePar ? `, par ${demandePar.nom}` : ""}`,
            },
            { label: "Type de tarif", value: kindOf(terms) },
            ...termsInWords(terms),
          ]}
        />
      </Block>
      {done && <ExportProgress download={file} total={repricing.utilisations.nombre} />}
      <Block
        title={done ? "Résultat" : "Résultat à ce stade"}
        bare
        action={
          done && (
            <ExportButton variant="default" download={file} label="Exporter les utilisations" />
          )
        }
      >
        <Result repricing={repricing} />
      </Block>
      {done && !repricing.comparaison && (
        <Block title="Rembourser les trop-perçus">
          {idLot !== undefined && idLot !== null ? (
            <Answers justify="space-between">
              <Text maw="80ch">Les trop-perçus de ce rejeu sont remboursés par un lot.</Text>
              <Button
                renderRoot={(props) => (
                  <Link {...props} to="/lots/$id" params={{ id: String(idLot) }} />
                )}
              >
                Voir le lot de remboursements
              </Button>
            </Answers>
          ) : repricing.aRembourser.nombre === 0 ? (
            <Text maw="80ch">
              Il n'y a rien à rembourser&nbsp;: aucun trop-perçu n'a été encaissé par carte, ou tout
              a déjà été rendu.
            </Text>
          ) : (
            <RefundButton repricing={repricing} />
          )}
          <Text mt="sm" c="dimmed" fz={13}>
            Ce qui a été payé de moins est seulement signalé&nbsp;: jamais il n'est réclamé.
          </Text>
        </Block>
      )}
      <WidestGaps gaps={repricing.plusGrandsEcarts} />
    </>
  );
}

function Running({ repricing: { id, progression, utilisations } }: { repricing: Repricing }) {
  const { mutateAsync: stop } = useStopRepricing(id);
  const ask = useConfirmedWrite({
    question: {
      title: "Arrêter le rejeu",
      question: "Voulez-vous vraiment arrêter ce rejeu\u00a0?",
      consequences: ["Les chiffres restent ceux des utilisations déjà recalculées."],
      destroys: true,
      action: "Arrêter le rejeu",
    },
    write: () => stop(),
    done: "Le rejeu est arrêté.",
  });
  return (
    <Advance
      mb="lg"
      label="Avancement du rejeu"
      words="Rejeu en cours"
      count={`${progression}\u00a0% · ${formatEuros(utilisations.somme)} recalculés`}
      percent={progression}
      hint={"Vous pouvez quitter cette page\u00a0: le rejeu continue, et vous le retrouverez ici."}
      action={
        <Button variant="default" size="xs" onClick={ask}>
          Arrêter le rejeu
        </Button>
      }
    />
  );
}

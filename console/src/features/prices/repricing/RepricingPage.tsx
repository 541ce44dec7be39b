import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { OwnedRecordPage } from "@/entities/operator/OwnedRecordPage";
import { kindOf, termsInWords } from "@/entities/tariff/words";
import { formatDate, formatEuros, formatMoment } from "@/format";
import { ExportButton, ExportProgress } from "@/kit/export/ExportBar";
import { useExport } from "@/kit/export/useExport";
import { useRecordId } from "@/kit/records/RecordPage";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { Advance } from "../repricing/Advance";
import { exportReplay, type Replay, replayQuery, useStopReplay } from "./api";
import classes from "./pages.module.css";
import { RefundButton } from "./RefundButton";
import { Result, WidestGaps } from "./Result";
import { REPLAY_STATES } from "./states";
import { useTariffOwner } from "./tariffOwner";
import { termsOf } from "./terms";

/** What past stays would have cost with corrected values, and what follows from it. */
export function ReplayPage() {
  const replay = useQuery(replayQuery(useRecordId()));
  const owner = useTariffOwner(replay.data?.idTarif);
  return (
    <OwnedRecordPage
      title="Rejeu des prix"
      query={replay}
      subtitle={({ libelleTarif }) => libelleTarif}
      state={({ statut }) => <StatusChip {...REPLAY_STATES[statut]} />}
      owner={owner}
      backOf={({ idTarif }) => ({
        to: `/gestion-tarifs/${idTarif}/rejeux`,
        label: "Retour aux rejeux de ce tarif",
      })}
      missing="Ce rejeu n'existe pas ou n'existe plus."
    >
      {(loaded) => <Outcome replay={loaded} />}
    </OwnedRecordPage>
  );
}

function Outcome({ replay }: { replay: Replay }) {
  const { id, statut, du, au, demandeLe, demandePar, idLot } = replay;
  const terms = termsOf(replay.valeurs);
  const file = useExport({
    name: `rejeu-${id}`,
    row: "utilisation",
    stream: (format, as) => exportReplay(id, format, as),
  });
  const done = statut === "termine";
  return (
    <>
      {statut === "en_cours" && <Running replay={replay} />}
      {statut === "echec" && (
        <p className={classes.note} role="status">
          Ce rejeu a échoué avant sa fin&nbsp;: ses chiffres sont incomplets. Rien n'a été modifié.
        </p>
      )}
      {statut === "arrete" && (
        <p className={classes.note} role="status">
          Ce rejeu a été arrêté&nbsp;: ses chiffres sont incomplets.
        </p>
      )}
      <Block title="Ce qui a été demandé">
        <div className={classes.facts}>
          <Facts
            items={[
              {
                label: "Utilisations commencées",
                value: `Du ${formatDate(du)} au ${formatDate(au)}`,
              },
              {
                label: "Demandé",
                value: `Le ${formatMoment(demandeLe)}${demandePar ? `, par ${demandePar.nom}` : ""}`,
              },
              { label: "Type de tarif", value: kindOf(terms) },
              ...termsInWords(terms),
            ]}
          />
        </div>
      </Block>
      {done && <ExportProgress download={file} total={replay.utilisations.nombre} />}
      <Block
        title={done ? "Résultat" : "Résultat à ce stade"}
        bare
        action={
          done && (
            <ExportButton variant="default" download={file} label="Exporter les utilisations" />
          )
        }
      >
        <Result replay={replay} />
      </Block>
      {done && !replay.comparaison && (
        <Block title="Rembourser les trop-perçus">
          {idLot !== undefined && idLot !== null ? (
            <div className={classes.refund}>
              <p className={classes.text}>
                Les trop-perçus de ce rejeu sont remboursés par un lot.
              </p>
              <Button
                renderRoot={(props) => (
                  <Link {...props} to="/lots/$id" params={{ id: String(idLot) }} />
                )}
              >
                Voir le lot de remboursements
              </Button>
            </div>
          ) : replay.aRembourser.nombre === 0 ? (
            <p className={classes.text}>
              Il n'y a rien à rembourser&nbsp;: aucun trop-perçu n'a été encaissé par carte, ou tout
              a déjà été rendu.
            </p>
          ) : (
            <RefundButton replay={replay} />
          )}
          <p className={classes.promise}>
            Ce qui a été payé de moins est seulement signalé&nbsp;: jamais il n'est réclamé.
          </p>
        </Block>
      )}
      <WidestGaps gaps={replay.plusGrandsEcarts} />
    </>
  );
}

function Running({ replay: { id, progression, utilisations } }: { replay: Replay }) {
  const { mutateAsync: stop } = useStopReplay(id);
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
      className={classes.advance}
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

import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { ofName, personName } from "@/entities/account/names";
import { AuditLink } from "@/entities/audit/AuditLink";
import type { Wait } from "@/entities/waiting/api";
import { offerWords, waitState } from "@/entities/waiting/words";
import { formatCount, formatShort } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { StationLinks, TariffLink } from "@/kit/routing/NamedLinks";
import { useCan } from "@/session/rights";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import { CustomerCard } from "../CustomerCard";
import { customerName } from "../customerName";
import { useRemoveWait } from "./api";
import { MoveWaitModal } from "./MoveWaitModal";

/** Names the row after « Détails de ». */
export const rowLabel = ({ utilisateur, tarif }: Wait) =>
  `l'attente ${ofName(customerName(utilisateur))}, ${tarif.nom}`;

/** What somebody waits for, and what staff may do about it. */
export function WaitDetails({ wait, operatorId }: { wait: Wait; operatorId: number }) {
  const { rang, commentaireRang } = wait;
  return (
    <DetailCards>
      <DetailCard title="Attente">
        <Facts
          items={[
            { label: "Abonnement", value: <TariffLink tariff={wait.tarif} />, wide: true },
            { label: "Rang", value: rang === null ? "–" : formatCount(rang) },
            { label: "Depuis", value: formatShort(wait.depuis) },
            { label: "État", value: waitState(wait).label },
            { label: "Offre", value: offerWords(wait) },
            { label: "Stations", value: <StationLinks stations={wait.stations} />, wide: true },
            ...(commentaireRang
              ? [{ label: "Pourquoi ce rang", value: commentaireRang, wide: true }]
              : []),
          ]}
        />
        <Actions wait={wait} />
        <AuditLink about={`attente:${wait.id}`} name={rowLabel(wait)} />
      </DetailCard>
      <CustomerCard customer={wait.utilisateur} scope={operatorId} />
    </DetailCards>
  );
}

function Actions({ wait }: { wait: Wait }) {
  const [moving, setMoving] = useState(false);
  const may = useCan("DROIT_EVENEMENTS_ECRITURE");
  const { mutateAsync: remove } = useRemoveWait(wait.id);
  const who = personName(wait.utilisateur);
  const askRemoval = useConfirmedWrite({
    question: {
      title: "Retirer de la liste d'attente",
      question: `Voulez-vous vraiment retirer ${who} de la liste d'attente\u00a0?`,
      consequences: [
        "Son rang est perdu.",
        ...(wait.offre ? ["La place qui lui est offerte va au suivant."] : []),
      ],
      action: "Retirer",
      destroys: true,
    },
    write: () => remove(),
    done: `${who} n'est plus sur la liste d'attente.`,
  });
  if (!may) return null;
  return (
    <Group gap="xs" mt="md" mb="xs">
      <Button variant="default" onClick={() => setMoving(true)}>
        Changer le rang
      </Button>
      <Button variant="light" color="red" onClick={askRemoval}>
        Retirer
      </Button>
      {moving && <MoveWaitModal wait={wait} onClose={() => setMoving(false)} />}
    </Group>
  );
}

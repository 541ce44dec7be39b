import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AuditLink } from "@/entities/audit/AuditLink";
import type { Intervention } from "@/entities/intervention/api";
import { causeWord, chargeOf, interventionState, numberOf } from "@/entities/intervention/words";
import { formatCount, formatShort } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { PlaceLinks } from "@/kit/routing/NamedLinks";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import { PlainList } from "@/ui/layout/PlainList";
import { Acts } from "./Acts";
import { type InterventionLine, interventionQuery } from "./api";
import { InterventionPhotos } from "./InterventionPhotos";
import { lineWords } from "./lineWords";

/** Names the row after « Détails de ». */
export const rowLabel = (intervention: Intervention) => `l'intervention ${numberOf(intervention)}`;

/** What an intervention is about, all that happened, and what may be done now. */
export function InterventionDetails({ intervention }: { intervention: Intervention }) {
  const { pieces, minutes, description } = intervention;
  return (
    <DetailCards>
      <DetailCard title={`Intervention ${numberOf(intervention)}`}>
        <Facts
          items={[
            {
              label: "Lieu",
              value: (
                <>
                  <PlaceLinks station={intervention.station} locker={intervention.casier} />
                  {!intervention.casier && ", toute la station"}
                </>
              ),
              wide: true,
            },
            { label: "Cause", value: causeWord(intervention) },
            { label: "État", value: interventionState(intervention).label },
            { label: "Prise en charge", value: chargeOf(intervention) },
            { label: "Signalements", value: formatCount(intervention.signalements) },
            ...(description ? [{ label: "Description", value: description, wide: true }] : []),
            ...(pieces ? [{ label: "Pièces", value: pieces, wide: true }] : []),
            ...(minutes > 0
              ? [{ label: "Temps passé", value: `${formatCount(minutes)} minutes` }]
              : []),
          ]}
        />
        <Acts intervention={intervention} />
        <AuditLink
          about={`intervention:${intervention.id}`}
          name={`l'intervention ${numberOf(intervention)}`}
        />
      </DetailCard>
      <DetailCard title="Déroulement">
        <QueryState query={useQuery(interventionQuery(intervention.id))} rows={3}>
          {({ lignes }) => (
            <PlainList gap="sm">
              {lignes.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
                <li key={index}>
                  <Line line={line} />
                </li>
              ))}
            </PlainList>
          )}
        </QueryState>
      </DetailCard>
      <DetailCard title="Photos">
        <InterventionPhotos intervention={intervention} />
      </DetailCard>
    </DetailCards>
  );
}

function Line({ line }: { line: InterventionLine }) {
  return (
    <>
      <Text span display="block" fw={500}>
        {lineWords(line)}
      </Text>
      {line.texte && (
        <Text span display="block" inherit>
          {line.texte}
        </Text>
      )}
      <Text span display="block" size="sm" c="dimmed">
        {formatShort(line.instant)}, {line.auteur ?? "Consigne"}
      </Text>
    </>
  );
}

import { Anchor, Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { FAMILY_LABELS, KIND_LABELS } from "@/api/securityLabels";
import { formatWithSeconds } from "@/format";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import type { SecurityEvent } from "./api";
import { whoOf } from "./people";
import { NO_FILTER, type SecuritySearch } from "./search";

type EventDetailsProps = {
  event: SecurityEvent;
  onNarrow: (filters: Partial<SecuritySearch>) => void;
};

/** The details of an open row, and what leads to the events like it. */
export function EventDetails({ event, onNarrow }: EventDetailsProps) {
  const { compte, nomCompte, acteur, nomActeur, adresse, reseau, motif } = event;
  const alike = (label: string, filters: Partial<SecuritySearch>) => (
    <Button
      key={label}
      variant="default"
      size="xs"
      onClick={() => onNarrow({ ...NO_FILTER, ...filters, ligne: undefined })}
    >
      {label}
    </Button>
  );
  return (
    <DetailCards>
      <DetailCard title="Événement">
        <Facts
          items={[
            {
              label: "Instant",
              value: formatWithSeconds(event.instant),
              wide: true,
            },
            { label: "Famille", value: FAMILY_LABELS[event.famille] },
            { label: "Événement", value: KIND_LABELS[event.type] },
            { label: "Motif", value: motif || "–", wide: true },
          ]}
        />
        <Group gap="xs" mt="sm">
          {alike("Du même événement", { type: event.type })}
          {motif && alike("Du même motif", { type: event.type, motif })}
        </Group>
      </DetailCard>
      <DetailCard title="Comptes">
        <Facts
          items={[
            { label: "Compte concerné", value: <Account id={compte} name={nomCompte} /> },
            { label: "Acteur", value: <Account id={acteur} name={nomActeur} /> },
            ...(event.saisie
              ? [{ label: "Empreinte de l'e-mail saisi", value: event.saisie, wide: true }]
              : []),
          ]}
        />
        <Group gap="xs" mt="sm">
          {compte !== null && alike("De ce compte", { compte })}
          {acteur !== null && alike("De cet acteur", { acteur })}
        </Group>
      </DetailCard>
      <DetailCard title="Provenance">
        <Facts
          items={[
            { label: "Adresse", value: adresse || "–", wide: true },
            { label: "Réseau", value: reseau || "–", wide: true },
          ]}
        />
        <Group gap="xs" mt="sm">
          {adresse && alike("De cette adresse", { adresse })}
          {reseau && alike("De ce réseau", { adresse: reseau })}
        </Group>
      </DetailCard>
    </DetailCards>
  );
}

function Account({ id, name }: { id: number | null; name: string }) {
  if (id === null) return "–";
  return (
    <Anchor
      underline="always"
      renderRoot={(props) => (
        <Link {...props} to="/gestion-utilisateurs/$id/details" params={{ id: String(id) }} />
      )}
    >
      {whoOf(id, name)}
    </Anchor>
  );
}

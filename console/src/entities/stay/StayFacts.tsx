import { isSpace } from "@/entities/locker/space";
import { formatDuration, formatShort } from "@/format";
import { LockerLink, StationLink } from "@/kit/routing/NamedLinks";
import { Facts } from "@/ui/layout/Facts";

/** The wire fields of a stay that the facts need. */
interface Stay {
  station: { id: number; nom: string };
  casier: { id: number; nom: string; complement: string; type: { id: number; nom: string } };
  debutOccupation: string;
  finOccupation: string | null;
  commentaireFin?: string;
  occupationPrix: { dureeStationnementNormal: number; dureeStationnementDepassement: number };
}

/** The place and the duration of a stay. */
export function StayFacts({ stay: { station, casier, occupationPrix, ...stay } }: { stay: Stay }) {
  const { dureeStationnementNormal, dureeStationnementDepassement } = occupationPrix;
  return (
    <Facts
      items={[
        { label: "Station", value: <StationLink station={station} />, wide: true },
        {
          label: isSpace(casier) ? "Espace" : "Casier",
          value: <LockerLink station={station} locker={casier} />,
        },
        { label: "Type", value: casier.type.nom },
        ...(casier.complement
          ? [{ label: "Complément", value: casier.complement, wide: true }]
          : []),
        { label: "Début", value: formatShort(stay.debutOccupation), wide: true },
        {
          label: "Fin",
          value: stay.finOccupation ? formatShort(stay.finOccupation) : "En cours",
          wide: true,
        },
        ...(stay.commentaireFin
          ? [{ label: "Commentaire", value: stay.commentaireFin, wide: true }]
          : []),
        {
          label: "Durée comptée",
          value: formatDuration(dureeStationnementNormal + dureeStationnementDepassement),
        },
        { label: "Dépassement", value: formatDuration(dureeStationnementDepassement) },
      ]}
    />
  );
}

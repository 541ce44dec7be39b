import { isSpace } from "@/entities/locker/space";
import { formatDuration, formatShort } from "@/format";
import { Facts } from "@/ui/layout/Facts";

/** The wire fields of a stay that the facts need. */
interface Stay {
  station: { nom: string };
  casier: { nom: string; complement: string; type: { id: number; nom: string } };
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
        { label: "Station", value: station.nom, wide: true },
        { label: isSpace(casier) ? "Espace" : "Casier", value: casier.nom },
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

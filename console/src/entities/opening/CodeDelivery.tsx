import { Group } from "@mantine/core";
import { IconCircleCheck, IconClockPause, IconLockOpen } from "@tabler/icons-react";
import { formatTime } from "@/format";
import type { Delivery } from "./api";

const ICONS = { en_attente: IconClockPause, transmis: IconCircleCheck, utilise: IconLockOpen };

export function CodeDelivery({ delivery }: { delivery: Delivery | undefined }) {
  if (!delivery || delivery.etat === "inconnu") return null;
  const Icon = ICONS[delivery.etat];
  return (
    <Group
      component="p"
      gap={6}
      mb={4}
      fw={600}
      c={delivery.etat === "en_attente" ? "dimmed" : undefined}
      role="status"
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      {sentence(delivery)}
    </Group>
  );
}

/** « Utilisé à 23h02, porte ouverte » */
function sentence({ etat, utiliseLe, porte }: Delivery): string {
  if (etat === "en_attente") return "En attente de la station";
  if (etat === "transmis") return "Transmis à la station";
  const used = utiliseLe ? `Utilisé à ${formatTime(utiliseLe)}` : "Utilisé";
  if (!porte) return used;
  return `${used}, porte ${porte.etat === "ouverte" ? "ouverte" : "fermée"}`;
}

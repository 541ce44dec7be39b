import { FAMILY_LABELS, KIND_LABELS } from "@/api/securityLabels";
import { typedDate } from "@/format/typed";
import type { FilterChip } from "@/ui/layout/FilterChips";
import type { SecurityEvent } from "./api";
import { whoOf } from "./people";
import type { SecuritySearch } from "./search";

type Chip = FilterChip & { without: Partial<SecuritySearch> };

/** The active filters in words; the events shown name the people. */
export function chipsOf(search: SecuritySearch, events: readonly SecurityEvent[]): Chip[] {
  const { du, au, famille, type, compte, acteur, adresse, motif } = search;
  const chips: Chip[] = [];
  const add = (key: keyof SecuritySearch, label: string) =>
    chips.push({ key, label, without: { [key]: undefined } });
  const name = (id: number) =>
    whoOf(
      id,
      events.find((event) => event.compte === id)?.nomCompte ||
        events.find((event) => event.acteur === id)?.nomActeur ||
        "",
    );
  if (du) add("du", `À partir du ${typedDate(du)}`);
  if (au) add("au", `Jusqu'au ${typedDate(au)}`);
  if (famille) add("famille", `Famille\u00a0: ${FAMILY_LABELS[famille]}`);
  if (type) add("type", `Événement\u00a0: ${KIND_LABELS[type]}`);
  if (compte) add("compte", `Compte\u00a0: ${name(compte)}`);
  if (acteur) add("acteur", `Acteur\u00a0: ${name(acteur)}`);
  if (adresse) add("adresse", `Adresse\u00a0: ${adresse}`);
  if (motif) add("motif", `Motif\u00a0: ${motif}`);
  return chips;
}

import type { AuditLine } from "@/entities/audit/api";
import { actionLabel, KINDS } from "@/entities/audit/sentences";
import { typedDate } from "@/format/typed";
import type { FilterChip } from "@/ui/layout/FilterChips";
import { objectName } from "./objectName";
import type { AuditSearch } from "./search";

type Chip = FilterChip & { without: Partial<AuditSearch> };

/** « Casier ou espace », « Casier A12 » as a line of it has it, or « Casier ou espace n° 12 ». */
function objectLabel(objet: string, lines: readonly AuditLine[]): string {
  const [kind = "", id] = objet.split(":");
  const label = KINDS[kind] ?? kind;
  if (!id) return label;
  const line = lines.find((one) => one.objet.type === kind && String(one.objet.id) === id);
  if (line) return objectName(line.objet);
  const at = kind === "station" && lines.find(({ station }) => String(station?.id) === id);
  return (at ? at.station?.nom : undefined) ?? `${label} n°\u00a0${id}`;
}

/** The active filters in words; `people` are those whose names are known, `lines` those that are shown. */
export function chipsOf(
  { du, au, acteur, objet, action }: AuditSearch,
  people: readonly { id: number; nom: string }[],
  lines: readonly AuditLine[],
): Chip[] {
  const chips: Chip[] = [];
  const add = (key: string, label: string, without: Partial<AuditSearch>) =>
    chips.push({ key, label, without });
  const named = people.find(({ id }) => id === acteur)?.nom ?? `compte n°\u00a0${acteur}`;
  if (du) add("du", `À partir du ${typedDate(du)}`, { du: undefined });
  if (au) add("au", `Jusqu'au ${typedDate(au)}`, { au: undefined });
  if (acteur) add("acteur", `Qui\u00a0: ${named}`, { acteur: undefined });
  if (objet) add("objet", `Objet\u00a0: ${objectLabel(objet, lines)}`, { objet: undefined });
  if (action) add("action", `Action\u00a0: ${actionLabel(action)}`, { action: undefined });
  return chips;
}

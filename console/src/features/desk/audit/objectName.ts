import { ofName } from "@/entities/account/names";
import type { AuditLine } from "@/entities/audit/api";
import { KINDS } from "@/entities/audit/sentences";
import { formatDate } from "@/format";

type AuditObject = AuditLine["objet"];

/**
 * « Casier A12 », « Camille Exemple », « Utilisation de Camille Exemple du 05/03/2026 »; what has no name, or none that
 * the reader may know, is « Compte n° 249 ».
 */
export function objectName({ type, id, nom, designation = nom, depuis }: AuditObject): string {
  const kind = type === "casier" ? "Casier" : (KINDS[type] ?? type);
  if (id === 0) return kind;
  if (depuis) {
    const whose = designation ? ` ${ofName(designation)}` : "";
    return `${kind}${whose} du ${formatDate(depuis)}`;
  }
  if (!designation) return `${kind}\u00a0n°\u00a0${id}`;
  return BY_NAME_ALONE.includes(type) ? designation : `${kind} ${designation}`;
}

/** The kinds whose names say what they are. */
const BY_NAME_ALONE = ["compte", "referent", "station", "exploitant", "tarif"];

import { IconBan, IconCheck, IconGhost2 } from "@tabler/icons-react";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { AccountDetails } from "./api";

/** Shows whether the account is active, suspended or erased. */
export function ActiveChip({ account: { actif, anonymise } }: { account: AccountDetails }) {
  if (anonymise) {
    return <StatusChip color="grey" label="Anonymisé" icon={<IconGhost2 aria-hidden />} />;
  }
  return actif ? (
    <StatusChip color="green" label="Actif" icon={<IconCheck aria-hidden />} />
  ) : (
    <StatusChip color="red" label="Banni" icon={<IconBan aria-hidden />} />
  );
}

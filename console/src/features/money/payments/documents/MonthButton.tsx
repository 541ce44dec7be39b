import { Button } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { useState } from "react";
import { Can } from "@/session/Can";
import { MonthModal } from "./MonthModal";

/** Opens what downloads the receipts and credit notes of a month of an operator. */
export function MonthButton({ operatorId }: { operatorId: number }) {
  const [opened, setOpened] = useState(false);
  return (
    // The right of its managers alone.
    <Can right="DROIT_TARIFS_ECRITURE">
      <Button
        variant="default"
        leftSection={<IconFileZip size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Reçus du mois
      </Button>
      {opened && <MonthModal operatorId={operatorId} onClose={() => setOpened(false)} />}
    </Can>
  );
}

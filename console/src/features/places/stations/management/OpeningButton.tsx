import { Button } from "@mantine/core";
import { IconAccessPoint } from "@tabler/icons-react";
import { Can } from "@/session/Can";
import type { OpeningRequest } from "./openingTarget";

type OpeningButtonProps = {
  /** The customer or the locker concerned, for screen readers in a list of these buttons. */
  about: string;
  /** In the row of a locker its code comes first: the button of « A3 » is then not found by that of « A30 ». */
  inRow?: boolean;
  request: OpeningRequest;
  onOpen: (request: OpeningRequest) => void;
};

/** Opens the dialog that opens a locker and acts on its stay, for accounts with the right. */
export function OpeningButton({ about, inRow = false, request, onOpen }: OpeningButtonProps) {
  return (
    <Can right="DROIT_EVENEMENTS_ECRITURE">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAccessPoint size={16} stroke={1.75} aria-hidden />}
        aria-label={inRow ? `${about}, gestion à distance` : `Gestion à distance, ${about}`}
        onClick={() => onOpen(request)}
      >
        Gestion à distance
      </Button>
    </Can>
  );
}

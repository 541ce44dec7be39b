import { Button } from "@mantine/core";
import { IconAccessPoint } from "@tabler/icons-react";
import { Can } from "@/auth/Can";
import type { RemoteRequest } from "./openingTarget";

type RemoteButtonProps = {
  /** The customer or the locker concerned, for screen readers in a list of these buttons. */
  about: string;
  request: RemoteRequest;
  onOpen: (request: RemoteRequest) => void;
};

/** Opens the remote management, for accounts that may act on stays. */
export function RemoteButton({ about, request, onOpen }: RemoteButtonProps) {
  return (
    <Can right="DROIT_EVENEMENTS_ECRITURE">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconAccessPoint size={16} stroke={1.75} aria-hidden />}
        aria-label={`Gestion à distance, ${about}`}
        onClick={() => onOpen(request)}
      >
        Gestion à distance
      </Button>
    </Can>
  );
}

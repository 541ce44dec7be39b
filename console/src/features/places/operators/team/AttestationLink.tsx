import { Button } from "@mantine/core";
import { IconCertificate } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Can } from "@/session/Can";

/** Leads to the attestation of compliance of the chosen operator. */
export function AttestationLink() {
  return (
    <Can right="DROIT_TARIFS_ECRITURE">
      <Button
        renderRoot={(props) => <Link {...props} to="/attestation" />}
        variant="subtle"
        size="xs"
        leftSection={<IconCertificate size={16} stroke={1.75} aria-hidden />}
      >
        Attestation de conformité
      </Button>
    </Can>
  );
}

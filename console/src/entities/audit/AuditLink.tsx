import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Can } from "@/session/Can";

type AuditLinkProps = {
  /** The object, as in « casier:12 ». */
  about: string;
  /** On the administrators' pages, where the object may be of another operator than the chosen one. */
  all?: boolean;
  /** What the object is called, for those who do not see where the link stands. */
  name: string;
};

/** Leads from a record without a page of its own to its lines in the audit log. */
export function AuditLink({ about, all = false, name }: AuditLinkProps) {
  const search = all ? { objet: about, tous: "oui" } : { objet: about };
  return (
    <Can right="DROIT_EVENEMENTS_LECTURE">
      <Button
        renderRoot={(props) => <Link {...props} to="/journal" search={search} />}
        variant="subtle"
        size="xs"
        leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
        aria-label={`Journal, ${name}`}
      >
        Journal
      </Button>
    </Can>
  );
}

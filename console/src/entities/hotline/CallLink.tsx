import { Button, type ButtonProps } from "@mantine/core";
import { IconPhoneCall } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRights } from "@/session/rights";
import type { CallAbout } from "./CallAbout";

type CallLinkProps = CallAbout & {
  /** Whom or what the call is about, for screen readers in a list of these links. */
  about?: string;
  size?: ButtonProps["size"];
  className?: string;
};

/**
 * Leads to the page of a call about a person, a locker or both. Accounts that may not read about people are
 * led to the locker; renders nothing when that leaves nobody and nothing.
 */
export function CallLink({ usager, casier, about, ...button }: CallLinkProps) {
  const { can } = useRights();
  const person = can("DROIT_USER_HOTLINE_LECTURE") ? usager : undefined;
  if (!can("DROIT_EVENEMENTS_LECTURE") || (person ?? casier) === undefined) return null;
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/recit" search={{ usager: person, casier }} />}
      variant="default"
      leftSection={<IconPhoneCall size={16} stroke={1.75} aria-hidden />}
      aria-label={about && `Récit d'appel, ${about}`}
      {...button}
    >
      Récit d'appel
    </Button>
  );
}

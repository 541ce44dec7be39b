import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./payments.module.css";

type UuidProps = {
  uuid: string;
  /** Shows the whole identifier, where there is room. */
  full?: boolean;
};

/**
 * The identifier of a transaction: its beginning, with the whole on hover and focus and a button that copies
 * it.
 */
export function Uuid({ uuid, full = false }: UuidProps) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const Icon = copied ? IconCheck : IconCopy;
  const message = error ? "La copie n'est pas possible ici." : copied ? "Copié" : "";
  // Mantine's tooltip is avoided: it would load with every page that has a menu.
  return (
    <span className={classes.uuid}>
      <code>{full ? uuid : `${uuid.slice(0, 5)}xxxxx`}</code>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={`Copier l'identifiant ${uuid}`}
        onClick={() => copy(uuid)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      {(message || !full) && (
        <span className={classes.tip} data-message={message || undefined} aria-hidden="true">
          {message || uuid}
        </span>
      )}
    </span>
  );
}

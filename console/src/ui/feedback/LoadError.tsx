import { Box, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "./EmptyState";

type LoadErrorProps = {
  message: string;
  detail?: string;
  /** The request id, to give to the administrator of the server. */
  requestId?: string;
  onRetry?: () => void;
  retryLabel?: string;
  /** The next step, where trying again cannot help. */
  action?: ReactNode;
};

export function LoadError({
  message,
  detail,
  requestId,
  onRetry,
  retryLabel = "Réessayer",
  action,
}: LoadErrorProps) {
  return (
    <EmptyState
      failure
      icon={<IconAlertTriangle />}
      title={message}
      hint={
        (detail || requestId) && (
          <>
            {detail}
            {requestId && (
              <Box component="span" display="block" fz="xs">
                Référence à communiquer au support&nbsp;: <code>{requestId}</code>
              </Box>
            )}
          </>
        )
      }
      action={
        (onRetry || action) && (
          <>
            {onRetry && (
              <Button variant="default" onClick={onRetry}>
                {retryLabel}
              </Button>
            )}
            {action}
          </>
        )
      }
    />
  );
}

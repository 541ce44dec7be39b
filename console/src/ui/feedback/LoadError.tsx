import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Notice.module.css";

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
    <div className={classes.notice} role="alert" data-failure>
      <div className={classes.icon} aria-hidden="true">
        <IconAlertTriangle />
      </div>
      <p className={classes.title}>{message}</p>
      {detail && <p className={classes.text}>{detail}</p>}
      {requestId && (
        <p className={classes.reference}>
          Référence à communiquer au support&nbsp;: <code>{requestId}</code>
        </p>
      )}
      {(onRetry || action) && (
        <div className={classes.action}>
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}

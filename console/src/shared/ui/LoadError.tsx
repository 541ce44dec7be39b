import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./Notice.module.css";

type LoadErrorProps = {
  message: string;
  detail?: string;
  /** What to quote to the people who run the server. */
  requestId?: string;
  onRetry?: () => void;
};

export function LoadError({ message, detail, requestId, onRetry }: LoadErrorProps) {
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
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            Réessayer
          </Button>
        </div>
      )}
    </div>
  );
}

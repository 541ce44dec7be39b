import { IconWifiOff } from "@tabler/icons-react";
import { useConnection } from "@/session/connection";
import classes from "./Notice.module.css";

/** Says that the server cannot be reached, for as long as it cannot. */
export function ConnectionNotice() {
  const connected = useConnection();
  return (
    <div role="status">
      {!connected && (
        <p className={classes.notice} data-status="orange">
          <IconWifiOff size={18} stroke={1.75} aria-hidden />
          <span>
            <strong>Hors connexion</strong>
            {"\u00a0: "}le serveur ne répond pas. Ce que vous avez saisi est conservé.
          </span>
        </p>
      )}
    </div>
  );
}

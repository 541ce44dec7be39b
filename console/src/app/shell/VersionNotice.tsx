import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useConnection } from "@/session/connection";
import { useNewVersion } from "@/session/newVersion";
import { reloadPage } from "@/session/reload";
import { confirmLeaving } from "@/ui/dialog/unsaved";
import classes from "../Notice.module.css";

/** Offers the newer console that the server has; it is loaded when the person says so. */
export function VersionNotice() {
  const connected = useConnection();
  const newVersion = useNewVersion();
  const reload = async () => {
    if (await confirmLeaving()) reloadPage();
  };
  return (
    <div role="status">
      {connected && newVersion && (
        <p className={classes.notice} data-status="green">
          <IconRefresh size={18} stroke={1.75} aria-hidden />
          <span>Une nouvelle version de la console est en ligne.</span>
          <Button variant="default" size="xs" onClick={reload}>
            Recharger
          </Button>
        </p>
      )}
    </div>
  );
}

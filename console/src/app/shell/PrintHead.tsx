import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { formatLong } from "@/format";
import type { OwnAccount } from "@/session/account";
import classes from "./PrintHead.module.css";
import { useWhose } from "./useWhose";

/** Heads what is printed: the operator, the instant of printing and who printed. */
export function PrintHead({ account }: { account: OwnAccount }) {
  const whose = useWhose();
  const instant = usePrintInstant();
  return (
    // Written by the style sheet, so that no search of the page on screen finds it.
    <p
      className={classes.head}
      aria-hidden="true"
      data-operator={whose ?? "Consigne"}
      data-printed={`Imprimé le ${formatLong(instant)} par ${account.prenom} ${account.nom}`}
    />
  );
}

/** Returns the instant of the last printing; before, that of the first render. */
function usePrintInstant(): string {
  const [instant, setInstant] = useState(() => new Date().toISOString());
  useEffect(() => {
    // Rendered at once: the browser takes the page as it is after the event.
    const print = () => flushSync(() => setInstant(new Date().toISOString()));
    window.addEventListener("beforeprint", print);
    return () => window.removeEventListener("beforeprint", print);
  }, []);
  return instant;
}

import { Button } from "@mantine/core";
import { CopyButton } from "@/ui/form/CopyButton";
import classes from "./factors.module.css";

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** Shows new recovery codes, for the only time. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <div className={classes.form}>
      <p ref={focus} tabIndex={-1} className={classes.text}>
        Conservez ces codes de secours en lieu sûr&nbsp;: ils ne seront plus affichés. Chacun permet
        de vous connecter une fois, si vous n'avez plus votre téléphone ou votre clé.
      </p>
      <ul className={classes.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton text={codes.join("\n")} label="Copier les codes" done="Codes copiés" />
        <Button onClick={onKept}>J'ai conservé les codes</Button>
      </div>
    </div>
  );
}

const focus = (text: HTMLElement | null) => text?.focus();

import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { checkProvider, type SignOnProvider, type SignOnTrial } from "./api";
import classes from "./signOn.module.css";

type State = { busy?: true; found?: SignOnTrial; failure?: string };

/** Asks the provider for what it publishes of itself, and shows it. */
export function CheckButton({ provider: { id, libelle, origine } }: { provider: SignOnProvider }) {
  const [{ busy = false, found, failure }, setState] = useState<State>({});
  const check = async () => {
    setState({ busy: true });
    setState(
      await checkProvider(id).then(
        (answer) => ({ found: answer }),
        (error: unknown) => ({ failure: asApiError(error).message }),
      ),
    );
  };
  return (
    <div className={classes.check}>
      <BusyButton
        variant="default"
        leftSection={<IconPlugConnected size={18} stroke={1.75} aria-hidden />}
        busy={busy}
        aria-label={`Essayer ${libelle}`}
        onClick={check}
      >
        Essayer
      </BusyButton>
      {origine === "console" && (
        <p className={classes.text}>Les réglages essayés sont ceux qui sont enregistrés.</p>
      )}
      <FormError message={failure} />
      <div role="status">{found && <Found found={found} />}</div>
    </div>
  );
}

function Found({ found }: { found: SignOnTrial }) {
  return (
    <>
      <p className={classes.text}>{`Le fournisseur répond, au nom de ${found.emetteur}.`}</p>
      <ul className={classes.findings}>
        <li>{published("Informations sur la personne (userinfo)", found.informations)}</li>
        <li>{published("Fin de session", found.finSession)}</li>
        <li>{published("Émetteur nommé au retour (RFC 9207)", found.retourSigne)}</li>
      </ul>
    </>
  );
}

const published = (what: string, is: boolean) => `${what}\u00a0: ${is ? "oui" : "non"}`;

import * as v from "valibot";
import type { ApiError } from "@/api/errors";
import { useServerForm } from "@/kit/records/useServerForm";
import { makePasskey, PasskeyRefused } from "@/session/passkey";
import { addFactor, type NewFactor } from "@/session/secondFactor";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import classes from "./factors.module.css";

const schema = v.object({
  nom: v.pipe(v.string(), v.trim(), v.nonEmpty("Veuillez donner un nom.")),
});

type NewPasskeyProps = {
  /** The token of the step in which the factor is added. */
  token: string;
  onAdded: (added: NewFactor) => void;
  /** The step has expired. */
  onExpired: (refusal: ApiError) => void;
};

const GONE = 410;

/** Adds a passkey, which the browser makes. */
export function NewPasskey({ token, onAdded, onExpired }: NewPasskeyProps) {
  const {
    form: { control, formState, setError },
    submit,
  } = useServerForm({
    schema,
    values: { nom: "Clé d'accès" },
    write: async ({ nom }) => {
      const reponse = await makePasskey(token).catch((error: unknown) => {
        if (!(error instanceof PasskeyRefused)) throw error;
        setError("root", { message: error.message });
      });
      if (reponse) onAdded(await addFactor(token, nom, { moyen: "passkey", reponse }));
    },
    showRefusal: (refusal) => {
      const gone = refusal.status === GONE;
      if (gone) onExpired(refusal);
      return gone;
    },
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
    >
      <p className={classes.text}>
        Votre appareil, votre téléphone ou une clé de sécurité retient une clé d'accès, que protège
        votre empreinte, votre visage ou un code.
      </p>
      <TextField
        control={control}
        name="nom"
        label="Nom de cette clé"
        hint={"Pour la reconnaître plus tard, par exemple «\u00a0Ordinateur du bureau\u00a0»."}
        required
      />
      <FormError message={formState.errors.root?.message} />
      <SubmitButton busy={formState.isSubmitting} fullWidth>
        Créer la clé d'accès
      </SubmitButton>
    </form>
  );
}

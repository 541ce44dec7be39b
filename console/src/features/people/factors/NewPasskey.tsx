import { Text } from "@mantine/core";
import * as v from "valibot";
import { useServerForm } from "@/kit/records/useServerForm";
import { makePasskey, PasskeyRefused } from "@/session/passkey";
import { addFactor, type NewFactor } from "@/session/secondFactor";
import { TextField } from "@/ui/form/fields";
import { FactorForm, factorName, type NewFactorProps, passExpiry } from "./FactorForm";

const schema = v.object({
  nom: factorName,
});

/** Adds a passkey, which the browser makes. */
export function NewPasskey({ token, onAdded, onExpired }: NewFactorProps<NewFactor>) {
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
    showRefusal: passExpiry(onExpired),
  });
  return (
    <FactorForm onSubmit={submit} state={formState} submit="Créer la clé d'accès">
      <Text>
        Votre appareil, votre téléphone ou une clé de sécurité retient une clé d'accès, que protège
        votre empreinte, votre visage ou un code.
      </Text>
      <TextField
        control={control}
        name="nom"
        label="Nom de cette clé"
        hint={"Pour la reconnaître plus tard, par exemple «\u00a0Ordinateur du bureau\u00a0»."}
        required
      />
    </FactorForm>
  );
}

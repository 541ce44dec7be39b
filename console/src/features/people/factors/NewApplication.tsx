import { Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import * as v from "valibot";
import { asApiError } from "@/api/errors";
import type { components } from "@/api/schema";
import { key as plainKey } from "@/format/pasted";
import { useServerForm } from "@/kit/records/useServerForm";
import { addFactor, type NewFactor, newApplicationKey } from "@/session/secondFactor";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { FactorForm, factorName, type NewFactorProps, passExpiry } from "./FactorForm";
import classes from "./factors.module.css";

type Key = components["schemas"]["ApplicationKey"];

const schema = v.object({
  nom: factorName,
  code: v.pipe(v.string(), v.transform(plainKey), v.nonEmpty("Veuillez saisir le code affiché.")),
});

/** Adds an application that gives codes: its key, then a code of it. */
export function NewApplication({ token, onAdded, onExpired }: NewFactorProps<NewFactor>) {
  const [key, setKey] = useState<Key>();
  const [failure, setFailure] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one key for each step
  useEffect(() => {
    let current = true;
    newApplicationKey(token).then(
      (made) => current && setKey(made),
      (error: unknown) => {
        const refusal = asApiError(error);
        if (current && !passExpiry(onExpired)(refusal)) setFailure(refusal.message);
      },
    );
    return () => {
      current = false;
    };
  }, [token]);

  const {
    form: { control, formState },
    submit,
  } = useServerForm({
    schema,
    values: { nom: "Application", code: "" },
    write: async ({ nom, code }) => onAdded(await addFactor(token, nom, { moyen: "totp", code })),
    showRefusal: passExpiry(onExpired),
  });

  if (failure) return <FormError message={failure} />;
  if (!key) {
    return <Text role="status">Préparation de la clé…</Text>;
  }
  return (
    <FactorForm onSubmit={submit} state={formState} submit="Ajouter">
      <Stack component="ol" gap="sm" m={0} pl="lg">
        <li>
          Ouvrez une application de codes sur votre téléphone (par exemple FreeOTP, Aegis, Google
          Authenticator ou Microsoft Authenticator).
        </li>
        <li>
          Scannez ce code&nbsp;:
          <img className={classes.qr} src={key.codeQr} alt="Code QR de la clé" />
          ou saisissez cette clé&nbsp;:
          <code className={classes.key}>{inGroups(key.cle)}</code>
        </li>
        <li>Recopiez le code à six chiffres qui s'affiche.</li>
      </Stack>
      <TextField
        control={control}
        name="code"
        className={classes.code}
        label="Code affiché"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
      />
      <TextField
        control={control}
        name="nom"
        label="Nom de cette application"
        hint={"Pour la reconnaître plus tard, par exemple «\u00a0Téléphone du travail\u00a0»."}
        required
      />
    </FactorForm>
  );
}

const inGroups = (key: string) => key.replace(/(.{4})(?=.)/g, "$1 ");

import { Box, SimpleGrid } from "@mantine/core";
import type { Control } from "react-hook-form";
import { DeleteButton } from "@/kit/records/DeleteButton";
import { RecordForm } from "@/kit/records/RecordForm";
import { PasswordField, TextField } from "@/ui/form/fields";
import { SwitchField } from "@/ui/form/moreFields";
import { type SignOnProvider, useCreateProvider, useDeleteProvider, useSaveProvider } from "./api";
import { CheckButton } from "./CheckButton";
import {
  newProvider,
  newProviderSchema,
  type ProviderValues,
  providerFacts,
  providerInput,
  providerSchema,
  valuesOfProvider,
} from "./schema";
import classes from "./signOn.module.css";

const ARTICLE = "le fournisseur";
const named = (label: string) => `«\u00a0${label}\u00a0»`;

type ProviderFormProps = {
  /** The provider to change; absent for a new one. */
  provider?: SignOnProvider;
  onEnd: () => void;
  onDeleted?: () => void;
};

export function ProviderForm({ provider, onEnd, onDeleted }: ProviderFormProps) {
  const { mutateAsync: create } = useCreateProvider();
  const { mutateAsync: save } = useSaveProvider(provider?.id ?? "");
  return (
    <Box maw="56rem">
      <RecordForm
        schema={provider ? providerSchema : newProviderSchema}
        values={provider ? valuesOfProvider(provider) : newProvider}
        question={({ libelle }) => ({
          kind: provider ? "edit" : "add",
          article: ARTICLE,
          item: provider?.libelle ?? libelle,
        })}
        record={
          provider && {
            version: provider.version,
            name: `${ARTICLE} ${named(provider.libelle)}`,
            facts: providerFacts,
          }
        }
        write={(values, version) => {
          const body = providerInput(values);
          return provider ? save({ body, version }) : create(body);
        }}
        done={({ libelle }) =>
          `Le fournisseur ${named(libelle)} est ${provider ? "enregistré" : "ajouté"}.`
        }
        after={onEnd}
        onCancel={onEnd}
        more={provider && <RemoveButton provider={provider} onDeleted={onDeleted} />}
      >
        {({ control }) => <Fields control={control} provider={provider} />}
      </RecordForm>
      {provider && <CheckButton provider={provider} />}
    </Box>
  );
}

function RemoveButton({
  provider,
  onDeleted,
}: Pick<ProviderFormProps, "onDeleted"> & { provider: SignOnProvider }) {
  const { mutateAsync: remove } = useDeleteProvider(provider.id);
  return (
    <DeleteButton
      article={ARTICLE}
      item={provider.libelle}
      consequences={[
        "Personne ne pourra plus se connecter avec lui.",
        "Les comptes demeurent, avec leur mot de passe et leurs sessions.",
      ]}
      write={() => remove(provider.version)}
      done={`Le fournisseur ${named(provider.libelle)} est supprimé.`}
      after={onDeleted}
    />
  );
}

type FieldsProps = { control: Control<ProviderValues>; provider: SignOnProvider | undefined };

function Fields({ control, provider }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
      <TextField
        control={control}
        name="libelle"
        label="Nom"
        hint={"Celui du bouton\u00a0: «\u00a0Se connecter avec…\u00a0»"}
        required
        autoComplete="off"
        autoFocus={!provider}
      />
      <TextField
        control={control}
        name="emetteur"
        label="Émetteur"
        hint={"L'adresse que le fournisseur appelle issuer"}
        required
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        control={control}
        name="idClient"
        label="Identifiant client"
        hint="Donné par le fournisseur pour cette console"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        control={control}
        name="secret"
        label="Secret"
        hint={
          provider?.secretEnregistre
            ? "Un secret est enregistré. Laissez ce champ vide pour le conserver, sauf si l'émetteur change."
            : "Donné par le fournisseur avec l'identifiant"
        }
        required={!provider}
        autoComplete="new-password"
      />
      <TextField
        control={control}
        name="domaines"
        label="Domaines des adresses e-mail"
        hint={
          "Ceux dont le fournisseur ouvre les comptes, par exemple\u00a0: grandval.fr, agglo.grandval.fr"
        }
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={classes.wide}
      />
      <SwitchField
        control={control}
        name="obligatoire"
        label="Obligatoire pour ces domaines"
        hint="Leurs comptes ne se connectent plus avec un mot de passe ni une clé d'accès, sauf les administrateurs."
      />
      <SwitchField
        control={control}
        name="actif"
        label="Actif"
        hint="Son bouton est sur la page de connexion."
      />
    </SimpleGrid>
  );
}

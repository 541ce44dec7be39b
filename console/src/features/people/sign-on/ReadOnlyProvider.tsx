import { Stack, Text } from "@mantine/core";
import { Facts } from "@/ui/layout/Facts";
import type { SignOnProvider } from "./api";
import { CheckButton } from "./CheckButton";

/** The provider of the environment, which only the configuration of the server changes. */
export function ReadOnlyProvider({ provider }: { provider: SignOnProvider }) {
  return (
    <Stack>
      <Text>
        Ce fournisseur vient de la configuration du serveur (<code>CONSIGNE_OIDC_…</code>)&nbsp;: il
        se change là, puis en redémarrant le serveur.
      </Text>
      <Facts
        items={[
          { label: "Émetteur", value: provider.emetteur, wide: true },
          { label: "Domaines", value: provider.domaines.join(", "), wide: true },
          { label: "Identifiant client", value: provider.idClient, wide: true },
          { label: "Secret", value: provider.secretEnregistre ? "Enregistré" : "Aucun" },
        ]}
      />
      <CheckButton provider={provider} />
    </Stack>
  );
}

import { Box, Stack, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { checkProvider, type SignOnProvider, type SignOnTrial } from "./api";

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
    <Stack align="flex-start" gap="sm" mt="md">
      <BusyButton
        variant="default"
        leftSection={<IconPlugConnected size={18} stroke={1.75} aria-hidden />}
        busy={busy}
        aria-label={`Essayer ${libelle}`}
        onClick={check}
      >
        Essayer
      </BusyButton>
      {origine === "console" && <Text>Les réglages essayés sont ceux qui sont enregistrés.</Text>}
      <FormError message={failure} />
      <div role="status">{found && <Found found={found} />}</div>
    </Stack>
  );
}

function Found({ found }: { found: SignOnTrial }) {
  return (
    <>
      <Text>{`Le fournisseur répond, au nom de ${found.emetteur}.`}</Text>
      <Box component="ul" mt={4} mb={0} pl="lg">
        <li>{published("Informations sur la personne (userinfo)", found.informations)}</li>
        <li>{published("Fin de session", found.finSession)}</li>
        <li>{published("Émetteur nommé au retour (RFC 9207)", found.retourSigne)}</li>
      </Box>
    </>
  );
}

const published = (what: string, is: boolean) => `${what}\u00a0: ${is ? "oui" : "non"}`;

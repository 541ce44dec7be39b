import { Button, Paper, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { formatLong } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { Block } from "@/ui/layout/Block";
import { useReplaceSecret, type Webhook } from "./api";
import { SecretShown } from "./SecretShown";

/** The headers of each request, by the names that Standard Webhooks gives them. */
const HEADERS = [
  {
    name: "webhook-id",
    says: "L'identifiant de l'événement, le même à chaque nouvelle tentative\u00a0: ce qui a déjà été reçu s'ignore.",
  },
  {
    name: "webhook-timestamp",
    says: "L'instant de l'envoi, en secondes\u00a0: ce qui a plus de cinq minutes se refuse.",
  },
  {
    name: "webhook-signature",
    says: "La signature, faite avec le secret\u00a0: il y en a deux pendant le jour qui suit un remplacement.",
  },
];

/** The secret with which requests are signed, and what they carry for whoever checks them. */
export function SecretBlock({ webhook }: { webhook: Webhook }) {
  const { debutSecret, secretPrecedentJusqua } = webhook;
  const button = useRef<HTMLButtonElement>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { mutateAsync: replace, reset: forget } = useReplaceSecret(webhook.id);
  const ask = useConfirmedWrite({
    question: {
      title: "Remplacer le secret",
      question: `Voulez-vous remplacer le secret de la notification «\u00a0${webhook.libelle}\u00a0»\u00a0?`,
      consequences: [
        "Le nouveau secret est affiché une seule fois.",
        "Le secret actuel signe encore pendant 24\u00a0heures, à côté du nouveau.",
        ...(secretPrecedentJusqua ? ["Le secret précédent cesse aussitôt de signer."] : []),
      ],
      action: "Remplacer",
    },
    write: () => replace(),
    done: "Le secret est remplacé.",
    after: (answer) => {
      forget();
      setSecret(answer.secret);
    },
  });
  return (
    <Block
      title="Secret et signature"
      action={
        <Button ref={button} variant="default" onClick={ask}>
          Remplacer le secret
        </Button>
      }
    >
      <Text maw="80ch">
        Chaque requête est signée avec le secret <code>{debutSecret}…</code> et porte trois
        en-têtes, ceux de <span lang="en">Standard Webhooks</span>&nbsp;:
      </Text>
      <Stack component="dl" gap="xs" mt="sm" mb={0}>
        {HEADERS.map(({ name, says }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <Text component="dd" c="dimmed" fz={13}>
              {says}
            </Text>
          </div>
        ))}
      </Stack>
      {secretPrecedentJusqua && (
        <Paper component="p" role="status" bg="var(--selected)" p="xs" mt="sm" mb={0}>
          Le secret précédent signe encore jusqu'au {formatLong(secretPrecedentJusqua)}.
        </Paper>
      )}
      {secret && <SecretShown secret={secret} opener={button} onClose={() => setSecret(null)} />}
    </Block>
  );
}

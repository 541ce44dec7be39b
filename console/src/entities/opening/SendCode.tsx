import { Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import { notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { type CodeRecipient, useSendCode } from "./api";

/** Sends the valid code of a door to the customer of a stay behind it. */
export function SendCode({ recipient: { stayId, email } }: { recipient: CodeRecipient }) {
  const { mutate, isPending, error } = useSendCode(stayId);
  if (!email)
    return (
      <Text size="xs" c="dimmed" ta="center">
        Cette personne n'a pas d'adresse e-mail&nbsp;: le code ne peut pas lui être envoyé.
      </Text>
    );
  const done = () => notifySuccess(`Le code a été envoyé à ${email}.`);
  return (
    <>
      <BusyButton
        variant="default"
        busy={isPending}
        leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
        onClick={() => mutate(undefined, { onSuccess: done })}
      >
        Envoyer le code
      </BusyButton>
      <FormError message={error ? asApiError(error).message : undefined} />
    </>
  );
}

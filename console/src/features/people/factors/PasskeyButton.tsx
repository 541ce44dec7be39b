import { Stack } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { type ApiError, asApiError } from "@/api/errors";
import { passkeyFailure } from "@/session/passkey";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";

type PasskeyButtonProps = {
  onPress: () => Promise<void>;
  /** Shows a refusal in a way of its own; false where it leaves it to the button. */
  showRefusal: (refusal: ApiError) => boolean;
};

/** Asks the browser for a passkey when it is pressed. */
export function PasskeyButton({ onPress, showRefusal }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onPress();
    } catch (error) {
      if (!showRefusal(asApiError(error))) setFailure(passkeyFailure(error));
    }
    setBusy(false);
  };
  return (
    <Stack>
      <FormError message={failure} />
      <BusyButton
        fullWidth
        autoFocus
        data-autofocus
        busy={busy}
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        onClick={press}
      >
        Présenter votre clé d'accès
      </BusyButton>
    </Stack>
  );
}

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { signInRefusal } from "@/api/errors";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { providerChoicesQuery, type SignOnOffer } from "./api";
import classes from "./providers.module.css";

type ProviderButtonsProps = {
  /** The words of a button. */
  label: (provider: string) => string;
  /** Goes to the provider; returns the sentence to show when it cannot. */
  onChoose: (id: string) => Promise<string | undefined>;
  /** The sentence of a refusal that may name the provider to use. */
  refusal?: string;
};

/** A button for each identity provider, below the form of a sign-in; nothing when there is none. */
export function ProviderButtons({ label, onChoose, refusal }: ProviderButtonsProps) {
  const { data: providers = [] } = useQuery(providerChoicesQuery());
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<string>();

  // Whoever comes back from a provider by the arrow of the browser finds the page as they left it.
  useEffect(() => {
    const free = () => setBusy(undefined);
    window.addEventListener("pageshow", free);
    return () => window.removeEventListener("pageshow", free);
  }, []);

  const choose = async (id: string) => {
    setBusy(id);
    setFailure(undefined);
    setFailure(await onChoose(id).catch(signInRefusal));
    setBusy(undefined);
  };

  if (providers.length === 0) return null;
  const asked = providerIn(refusal, providers);
  return (
    <div className={classes.providers}>
      <Text c="dimmed" className={classes.or}>
        ou
      </Text>
      <FormError message={refusal === undefined ? failure : undefined} />
      {providers.map(({ id, libelle }) => (
        <BusyButton
          // The button that a refusal asks to use takes the focus when it does.
          key={`${id} ${id === asked}`}
          autoFocus={id === asked}
          variant={id === asked ? "filled" : "default"}
          className={classes.provider}
          fullWidth
          busy={busy === id}
          disabled={busy !== undefined && busy !== id}
          onClick={() => choose(id)}
        >
          {label(libelle)}
        </BusyButton>
      ))}
    </div>
  );
}

/** Returns the id of the provider that the sentence names; of several, the one with the longest name. */
function providerIn(sentence: string | undefined, providers: readonly SignOnOffer[]) {
  return providers
    .filter(({ libelle }) => sentence?.includes(libelle))
    .sort((one, other) => other.libelle.length - one.libelle.length)[0]?.id;
}

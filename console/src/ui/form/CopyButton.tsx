import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

type CopyButtonProps = {
  text: string;
  /** The label, such as « Copier le code ». */
  label: string;
  /** The label shown for a moment after copying. */
  done: string;
};

export function CopyButton({ text, label, done }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
        onClick={() => copy(text)}
      >
        {copied ? done : label}
      </Button>
      {error && (
        <span role="alert">La copie n'est pas possible ici&nbsp;: sélectionnez le texte.</span>
      )}
    </>
  );
}

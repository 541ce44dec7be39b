import { Button } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

type CopyButtonProps = {
  text: string;
  /** « Copier le code ». */
  label: string;
  /** What the button says for a moment once it is done. */
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
      {error && <span role="alert">La copie n'est pas possible ici : sélectionnez le texte.</span>}
    </>
  );
}

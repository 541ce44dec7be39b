import { Button, Modal, Stack, Text } from "@mantine/core";
import { counted, plural } from "@/format";
import { Answers } from "@/ui/layout/Answers";
import { PlainList } from "@/ui/layout/PlainList";
import type { Line } from "../lines";
import classes from "../worklist.module.css";

/** One of several lines that an act left as it was, and why. */
export type Refused = {
  key: string;
  line: Line | undefined;
  message: string;
  /** What it allows instead. */
  others?: string;
};

type RefusalsProps = {
  /** What was done. */
  done: string;
  refused: readonly Refused[];
  label: string;
  onShow: (line: Line) => void;
  onClose: () => void;
};

/** What was done to several lines, and why not to the others, each of which can be opened. */
export function Refusals({ done, refused, label, onShow, onClose }: RefusalsProps) {
  const show = (line: Line) => {
    onClose();
    onShow(line);
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {done}
      </Text>
      <PlainList gap="sm" className={classes.refusals} aria-label={label}>
        {refused.map(({ key, line, message, others }) => (
          <li key={key}>
            <strong>{line ? nameOf(line) : key}</strong>
            <Text c="dimmed">
              {message} {others}
            </Text>
            {line && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => show(line)}
                aria-label={`Ouvrir la ligne, ${nameOf(line)}`}
              >
                Ouvrir la ligne
              </Button>
            )}
          </li>
        ))}
      </PlainList>
      <Answers mt="xs">
        <Button data-autofocus onClick={onClose}>
          Fermer
        </Button>
      </Answers>
    </Stack>
  );
}

export const nameOf = ({ title, amount }: Line) => (amount ? `${title}, ${amount}` : title);

type LinesRefusedProps = Omit<RefusalsProps, "label">;

/** Says which of several lines an act left as they were. */
export function LinesRefused({ done, refused, onShow, onClose }: LinesRefusedProps) {
  const n = refused.length;
  return (
    <Modal opened onClose={onClose} title="Lignes laissées comme elles étaient" size="lg">
      <Refusals
        done={`${done} ${counted(n, "ligne")} ${plural(n, "reste comme elle était", "restent comme elles étaient")}\u00a0:`}
        refused={refused}
        label="Lignes refusées"
        onShow={onShow}
        onClose={onClose}
      />
    </Modal>
  );
}

import { ActionIcon, Drawer, Group, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconChevronUp, type TablerIcon } from "@tabler/icons-react";
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatCount } from "@/format";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { returnFocus } from "@/ui/dialog/useReturnFocus";
import type { Worklist } from "./api";
import { LineHandling } from "./handling/LineHandling";
import { kindTitle, opensBeside, type PanelKind } from "./kinds";
import { keyOf, type Line, lineId } from "./lines";

export type PanelProps = {
  /** The object of the line. */
  id: number;
  operatorId: number;
  worklist: Worklist | undefined;
};

/** What a line of a kind opens; the lines of other kinds are links. */
export type Panels = Record<PanelKind, ComponentType<PanelProps>>;

type LinePanelProps = Omit<PanelProps, "id"> & {
  /** The line that is open: « paiements:9 ». */
  open: string;
  /** The lines that can be opened, in their order on the page. */
  lines: readonly Line[];
  panels: Panels;
  onMove: (key: string) => void;
  onClose: () => void;
};

/** Returns the kind and the object of a line's key; null where no panel shows it. */
export function readKey(key: string | undefined): { kind: PanelKind; id: number } | null {
  const [kind = "", object = ""] = (key ?? "").split(":");
  const id = Number(object);
  return opensBeside(kind) && Number.isInteger(id) && id > 0 ? { kind, id } : null;
}

/**
 * The object of a line, beside the list: with its acts, who deals with it, and the lines before and after it. A line
 * that was dealt with stays open until somebody goes on.
 */
export function LinePanel({ open, lines, panels, onMove, onClose, ...beside }: LinePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const index = lines.findIndex((line) => keyOf(line) === open);
  // Where it stood before it was dealt with.
  const [stood, setStood] = useState(0);
  if (index >= 0 && index !== stood) setStood(index);
  const line = lines[index];
  const previous = lines[(index < 0 ? stood : index) - 1];
  const next = lines[index < 0 ? stood : index + 1];
  const go = (to: Line | undefined) => to && onMove(keyOf(to));

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const dialog = panel.current?.closest("[role=dialog]");
    const inside = target === document.body || (target instanceof Node && dialog?.contains(target));
    if (!inside || event.defaultPrevented || event.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.altKey && event.key === "ArrowUp") go(previous);
    else if (event.altKey && event.key === "ArrowDown") go(next);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const look = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", look);
    return () => window.removeEventListener("keydown", look);
  }, []);
  const left = useEffectEvent(() => returnFocus(document.getElementById(lineId(open))));
  useEffect(() => () => left(), []);

  const object = readKey(open);
  const Content = object && panels[object.kind];
  if (!Content) return null;
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      position="right"
      size="min(100vw, 46rem)"
      title={kindTitle(object.kind)}
      closeButtonProps={{ "aria-label": "Fermer", size: "md" }}
    >
      <div ref={panel}>
        <Stack gap="md">
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <Move to={previous} label="Précédent" keys="Alt + ↑" icon={IconChevronUp} onGo={go} />
              <Move to={next} label="Suivant" keys="Alt + ↓" icon={IconChevronDown} onGo={go} />
              <Text span c="dimmed" role="status">
                {line
                  ? `${formatCount(index + 1)} sur ${formatCount(lines.length)}`
                  : beside.worklist && "Cette ligne n'est plus dans la liste."}
              </Text>
            </Group>
            {line && <LineHandling line={line} operatorId={beside.operatorId} below />}
          </Group>
          <UnsavedProvider key={open}>
            <Content id={object.id} {...beside} />
          </UnsavedProvider>
        </Stack>
      </div>
    </Drawer>
  );
}

type MoveProps = {
  to: Line | undefined;
  label: string;
  /** The keys that do the same. */
  keys: string;
  icon: TablerIcon;
  onGo: (to: Line | undefined) => void;
};

function Move({ to, label, keys, icon: Icon, onGo }: MoveProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      disabled={!to}
      onClick={() => onGo(to)}
      title={`${label} (${keys})`}
      aria-label={label}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

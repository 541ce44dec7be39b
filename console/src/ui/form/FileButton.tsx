import { ActionIcon, Group, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { BusyButton, type BusyButtonProps } from "./BusyButton";

/** The formats of a table, as addresses and names of files have them. */
const FORMATS = ["csv", "xlsx"] as const;
export type Format = (typeof FORMATS)[number];

const WORDS: Record<Format, string> = { csv: "CSV", xlsx: "Excel (XLSX)" };

type FileButtonProps = Omit<BusyButtonProps, "onClick"> & {
  /** What the menu is of: « Format de l'export des paiements ». */
  menuLabel: string;
  onPick: (format: Format) => void;
};

/** A button that downloads a table as CSV, with a menu of its formats beside it. */
export function FileButton({ menuLabel, onPick, ...button }: FileButtonProps) {
  const { variant = "filled", size, busy } = button;
  return (
    <Group gap={1} wrap="nowrap" align="stretch">
      <BusyButton
        flex="auto"
        leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
        {...button}
        onClick={() => onPick("csv")}
      />
      {/* The placeholder is a child without a role, which a menu must not have. */}
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon
            h="auto"
            variant={variant}
            size={`input-${size ?? "sm"}`}
            aria-label={menuLabel}
            aria-disabled={busy || undefined}
          >
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {FORMATS.map((format) => (
            <Menu.Item key={format} disabled={busy ?? false} onClick={() => onPick(format)}>
              {WORDS[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

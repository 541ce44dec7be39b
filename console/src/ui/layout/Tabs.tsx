import { Box, Tabs as MantineTabs } from "@mantine/core";
import type { ReactNode } from "react";

export type Tab<K extends string> = { key: K; label: string };

type TabsProps<K extends string> = {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab<K>[];
  chosen: K;
  onChoose: (key: K) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
};

/** The parts of a page, one of which is shown; the arrow keys go from tab to tab. */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<K>) {
  return (
    <MantineTabs value={chosen} onChange={(key) => onChoose(key as K)}>
      {/* On a phone the row scrolls sideways; the padding leaves room for the outline of the focus. */}
      <Box m={-4} mb="lg" p={4} style={{ overflowX: "auto" }}>
        <MantineTabs.List aria-label={label} miw="max-content">
          {tabs.map((tab) => (
            <MantineTabs.Tab key={tab.key} value={tab.key} fw={550} mih={44}>
              {tab.label}
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
      </Box>
      <MantineTabs.Panel value={chosen}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}

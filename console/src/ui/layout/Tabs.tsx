import { Tabs as MantineTabs } from "@mantine/core";
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
      <MantineTabs.List aria-label={label} mb="lg">
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.key} value={tab.key} fw={550} mih={44}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={chosen}>{children}</MantineTabs.Panel>
    </MantineTabs>
  );
}

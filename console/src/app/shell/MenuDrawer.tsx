import { Drawer } from "@mantine/core";
import type { Operator } from "@/entities/operator/api";
import { SideMenu } from "./SideMenu";

export type MenuDrawerProps = {
  opened: boolean;
  onClose: () => void;
  operators?: Operator[];
};

/** The side menu of a phone, over the page. */
export function MenuDrawer({ opened, onClose, operators }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Menu"
      size={288}
      padding="sm"
      closeButtonProps={{ "aria-label": "Fermer le menu" }}
    >
      <SideMenu operators={operators} />
    </Drawer>
  );
}

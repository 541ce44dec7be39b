import { ActionIcon, Button, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconLayoutSidebar,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OwnAccount } from "@/session/account";
import { signOut } from "@/session/signOut";
import { confirmLeaving } from "@/ui/dialog/unsaved";
import { usePhone } from "@/ui/layout/usePhone";
import classes from "./TopBar.module.css";
import { useWhose } from "./useWhose";

type TopBarProps = {
  account?: OwnAccount;
  menu: { opened: boolean; toggle: () => void };
  onPalette: () => void;
};

export function TopBar({ account, menu, onPalette }: TopBarProps) {
  const whose = useWhose();
  const phone = usePhone();
  return (
    <header className={classes.bar} data-no-print>
      <IconAction
        label={menuLabel(phone, menu.opened)}
        onClick={menu.toggle}
        aria-expanded={menu.opened}
      >
        {phone ? (
          <IconMenu2 size={22} aria-hidden />
        ) : (
          <IconLayoutSidebar size={22} stroke={1.75} aria-hidden />
        )}
      </IconAction>
      <div className={classes.who}>
        <strong title={whose}>{whose ?? (account && "Aucun exploitant")}</strong>
        {account && (
          <Link to="/mon-compte" title="Mon compte">
            {account.prenom} {account.nom}
          </Link>
        )}
      </div>
      <PaletteButton phone={phone} onClick={onPalette} />
      <ColorSchemeSwitch />
      <SignOut phone={phone} />
    </header>
  );
}

type IconActionProps = {
  label: string;
  onClick: () => void;
  "aria-expanded"?: boolean;
  children: ReactNode;
};

function IconAction({ label, ...button }: IconActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={usePhone() ? 44 : 40}
      aria-label={label}
      title={label}
      {...button}
    />
  );
}

function menuLabel(phone: boolean, opened: boolean): string {
  if (phone) return opened ? "Fermer le menu" : "Ouvrir le menu";
  return opened ? "Replier le menu" : "Déplier le menu";
}

function PaletteButton({ phone, onClick }: { phone: boolean; onClick: () => void }) {
  if (phone) {
    return (
      <IconAction label="Aller à…" onClick={onClick}>
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </IconAction>
    );
  }
  return (
    <Button
      variant="default"
      c="dimmed"
      fw={400}
      onClick={onClick}
      aria-keyshortcuts="Control+K"
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={<kbd className={classes.keys}>Ctrl K</kbd>}
    >
      Aller à…
    </Button>
  );
}

function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme() === "dark";
  const label = dark ? "Passer à l'apparence claire" : "Passer à l'apparence sombre";
  return (
    <IconAction label={label} onClick={() => setColorScheme(dark ? "light" : "dark")}>
      {dark ? (
        <IconSun size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconMoon size={20} stroke={1.75} aria-hidden />
      )}
    </IconAction>
  );
}

function SignOut({ phone }: { phone: boolean }) {
  const leave = async () => {
    if (await confirmLeaving()) await signOut();
  };
  const icon = <IconLogout size={20} stroke={1.75} aria-hidden />;
  if (phone) {
    return (
      <IconAction label="Déconnexion" onClick={leave}>
        {icon}
      </IconAction>
    );
  }
  return (
    <Button variant="subtle" color="gray" onClick={leave} leftSection={icon}>
      Déconnexion
    </Button>
  );
}

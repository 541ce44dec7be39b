import { Box, VisuallyHidden } from "@mantine/core";
import { IconHelp, IconHome } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Operator } from "@/entities/operator/api";
import type { MenuEntry } from "@/kit/routing/page";
import { Logo } from "@/ui/layout/Logo";
import { PlainList } from "@/ui/layout/PlainList";
import { useCurrentPage, useCurrentPath } from "../currentPage";
import type { MenuPage, PlainPath } from "../menu";
import { useMenu } from "../useMenu";
import { OperatorSelect } from "./OperatorSelect";
import classes from "./SideMenu.module.css";
import { WorklistBadge } from "./WorklistBadge";

type SideMenuProps = {
  /** Undefined while they are being loaded. */
  operators?: Operator[];
  folded?: boolean;
  onUnfold?: () => void;
};

export function SideMenu({ operators, folded = false, onUnfold }: SideMenuProps) {
  const menu = useMenu();
  const page = useCurrentPath();
  return (
    <nav className={classes.side} data-folded={folded || undefined} aria-label="Menu principal">
      <Link to="/" className={classes.brand} aria-label="Consigne, accueil">
        <Logo size={32} />
        {!folded && <span>Consigne</span>}
      </Link>
      <PlainList>
        <Entry path="/" label="Accueil" icon={IconHome} folded={folded} />
        <Entry path="/aide" opens={{ page }} label="Aide" icon={IconHelp} folded={folded} />
      </PlainList>
      {menu.administration.length > 0 && (
        <Group title="Administration" folded={folded}>
          <Entries pages={menu.administration} folded={folded} />
        </Group>
      )}
      <Group title="Exploitants" folded={folded}>
        <OperatorSelect operators={operators} folded={folded} onUnfold={onUnfold} />
        {operators && <Entries pages={menu.operator} folded={folded} />}
      </Group>
    </nav>
  );
}

type GroupProps = { title: string; folded: boolean; children: ReactNode };

function Group({ title, folded, children }: GroupProps) {
  return (
    <section className={classes.group} aria-label={title}>
      {folded ? (
        <VisuallyHidden component="h2">{title}</VisuallyHidden>
      ) : (
        <Box component="h2" fz="xs" c="dimmed" fw={600} mx="xs" mb="xs">
          {title}
        </Box>
      )}
      {children}
    </section>
  );
}

function Entries({ pages, folded }: { pages: MenuPage[]; folded: boolean }) {
  return (
    <PlainList gap={2}>
      {pages.map(({ path, menu }) => (
        <Entry key={path} path={path} folded={folded} {...menu} />
      ))}
    </PlainList>
  );
}

function Entry({
  path,
  label,
  icon: Icon,
  counted,
  opens,
  folded,
}: Pick<MenuEntry, "label" | "icon" | "counted"> & {
  path: PlainPath | "/" | "/aide";
  opens?: object | undefined;
  folded: boolean;
}) {
  const parent = useCurrentPage()?.parent?.to;
  const current = useCurrentPath() === path || parent === path;
  return (
    <li>
      <Link
        to={path}
        search={opens}
        className={classes.entry}
        data-current={current || undefined}
        title={folded ? label : undefined} // the words are hidden
        activeOptions={{ exact: true }}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        {folded ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          <span className={classes.word} data-text={label}>
            {label}
          </span>
        )}
        {counted && <WorklistBadge />}
      </Link>
    </li>
  );
}

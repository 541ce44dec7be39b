import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { asApiError } from "@/api/errors";
import { useLiveChanges } from "@/data/push/useLiveChanges";
import { tellConflictsBy } from "@/kit/records/conflict/conflictWords";
import type { Page } from "@/kit/routing/page";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { useSessionState } from "@/session/state";
import { ConfirmProvider } from "@/ui/dialog/confirm";
import { LoadError } from "@/ui/feedback/LoadError";
import { LoaderProvider } from "@/ui/feedback/LoaderOverlay";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { Toaster } from "@/ui/feedback/Toaster";
import { usePhone } from "@/ui/layout/usePhone";
import { mayOpen } from "../access";
import { ConnectionNotice } from "../ConnectionNotice";
import { useCurrentPage, useCurrentPath } from "../currentPage";
import { Footer } from "../Footer";
import notices from "../Notice.module.css";
import { RefusedPage } from "../pages/RefusedPage";
import { useShortcuts } from "../palette/useShortcuts";
import type { MenuDrawerProps } from "./MenuDrawer";
import { NavigationBar } from "./NavigationBar";
import { PrintHead } from "./PrintHead";
import { SessionPrompt } from "./SessionPrompt";
import classes from "./Shell.module.css";
import { SideMenu } from "./SideMenu";
import { StepUpPrompt } from "./StepUpPrompt";
import { TopBar } from "./TopBar";
import { useFolded } from "./useFolded";
import { useOperators } from "./useOperators";
import { VersionNotice } from "./VersionNotice";

tellConflictsBy(() => import("@/entities/audit/conflictQuestion"));

// Mounted closed with the shell of a phone: it opens without a wait or the network, and gives the focus back.
const MenuDrawer = lazyPart<MenuDrawerProps & { onMissing: () => void }>(
  async () => (await import("./MenuDrawer")).MenuDrawer,
  { onMissing: ({ onMissing }) => onMissing() },
);

/** The layout of every page behind the sign-in: side menu, top bar, content. */
export function Shell() {
  return (
    <LoaderProvider>
      <ConfirmProvider>
        <Frame />
        <Toaster />
      </ConfirmProvider>
    </LoaderProvider>
  );
}

function Frame() {
  const situation = useOperators();
  const phone = usePhone();
  const [folded, fold] = useFolded();
  /** Whether the menu of a phone is open; undefined when its code could not be loaded: the next use tries again. */
  const [drawer, setDrawer] = useState<boolean | undefined>(false);
  const path = useCurrentPath();
  const operatorId = useOperator()?.id;
  const ready = situation.state === "ready";
  const { openPalette, palette } = useShortcuts();
  const operators = ready ? situation.operators : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or operator closes the drawer
  useEffect(() => setDrawer((opened) => opened && false), [path, operatorId]);
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.status !== "pending" });
  useFocusOnTitle(path, ready && shown);
  useLiveChanges(ready);

  return (
    <div
      className={classes.shell}
      data-folded={(!phone && folded) || undefined}
      data-of-other={useSessionState().kind === "other" || undefined}
    >
      <a className={classes.skip} href="#contenu" data-no-print>
        Aller au contenu
      </a>
      {phone ? (
        drawer !== undefined && (
          <MenuDrawer
            opened={drawer}
            onClose={() => setDrawer(false)}
            onMissing={() => setDrawer(undefined)}
            operators={operators}
          />
        )
      ) : (
        <div className={classes.side} data-no-print>
          <SideMenu operators={operators} folded={folded} onUnfold={() => fold(false)} />
        </div>
      )}
      <div className={classes.top}>
        <NavigationBar />
        <TopBar
          account={ready ? situation.account : undefined}
          onPalette={openPalette}
          menu={
            phone
              ? { opened: drawer === true, toggle: () => setDrawer(!drawer) }
              : { opened: !folded, toggle: () => fold(!folded) }
          }
        />
        <div className={notices.notices}>
          <ConnectionNotice />
          <VersionNotice />
        </div>
      </div>
      {ready && <PrintHead account={situation.account} />}
      <main id="contenu" className={classes.content} tabIndex={-1}>
        {situation.state === "failed" ? (
          <LoadError
            message={asApiError(situation.error).message}
            requestId={asApiError(situation.error).requestId}
            onRetry={situation.retry}
          />
        ) : ready ? (
          <Content />
        ) : (
          <ListSkeleton />
        )}
      </main>
      <Footer className={classes.footer} />
      {ready && palette}
      {ready && <SessionPrompt account={situation.account} />}
      {ready && <StepUpPrompt />}
    </div>
  );
}

/**
 * Shows the page, or refuses it to accounts without the right that its route names. Remounts it for each
 * operator and each path; a change of search parameters alone keeps it.
 */
function Content() {
  const operator = useOperator();
  const path = useCurrentPath();
  const refused = useRefusedPage();
  return (
    <div key={`${operator?.id}:${path}`} className={classes.page}>
      {refused ? <RefusedPage page={refused} /> : <Outlet />}
    </div>
  );
}

/** Returns the page on screen when the account may not open it. */
function useRefusedPage(): Page | undefined {
  const page = useCurrentPage();
  const rights = useRights();
  const operator = useOperator();
  if (!page || mayOpen(page.access, rights)) return undefined;
  // Without an operator, its pages say that there is none.
  return operator || page.access === "administrator" ? page : undefined;
}

/**
 * Announces the title of each new page, as a browser does on a load, unless the page begins in a field of its own; the
 * first page is announced by the browser.
 */
function useFocusOnTitle(path: string, ready: boolean) {
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (!ready) return;
    const another = last.current !== undefined && last.current !== path;
    if (another && !document.querySelector("#contenu *:focus")) {
      document.querySelector<HTMLElement>("#contenu h1")?.focus({ preventScroll: true });
    }
    last.current = path;
  }, [path, ready]);
}

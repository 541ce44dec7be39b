import { type ComponentType, useCallback, useEffect, useReducer, useState } from "react";
import { checkConnection, onConnectionBack } from "@/session/connection";
import { checkVersion } from "@/session/newVersion";
import { reloadPage } from "@/session/reload";
import { LoadError } from "@/ui/feedback/LoadError";
import { PageHeader } from "@/ui/layout/PageHeader";
import { PageSkeleton } from "./PageSkeleton";
import { usePage } from "./page";

const RELOADED = "rechargement";

/**
 * Makes the component of a route of code that is loaded when the page is opened or about to be. Code that does not
 * arrive leaves the menu and the bar as they are, and its page says why.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  let Page: ComponentType | undefined;
  let failure = "";

  const preload = async () => {
    try {
      Page ??= (await load())[name];
    } catch (error) {
      failure = String(error);
    }
  };

  function LazyPage() {
    const [, renderAgain] = useReducer((times: number) => times + 1, 0);
    const attempt = useCallback(async () => {
      await preload();
      if (Page) renderAgain();
      return Page ? undefined : failure;
    }, []);
    return Page ? <Page /> : <AbsentPage attempt={attempt} />;
  }

  return Object.assign(LazyPage, { preload });
}

type AbsentPageProps = {
  /** Loads the code again; returns the failure. */
  attempt: () => Promise<string | undefined>;
};

/** Stands for a page without its code: because no server answers, or because a newer version has other files. */
function AbsentPage({ attempt }: AbsentPageProps) {
  const page = usePage();
  const [cause, setCause] = useState<"unknown" | "unreachable" | "replaced">("unknown");

  const retry = useCallback(async () => {
    const failure = await attempt();
    if (failure === undefined) return;
    if (!(await checkConnection())) return setCause("unreachable");
    // Nothing typed is lost: the page before was left, and this one has shown nothing.
    if (sessionStorage.getItem(RELOADED) !== failure) {
      sessionStorage.setItem(RELOADED, failure);
      return reloadPage();
    }
    setCause("replaced");
    void checkVersion();
  }, [attempt]);

  useEffect(() => {
    void retry();
    return onConnectionBack(() => void retry());
  }, [retry]);

  if (cause === "unknown") return <PageSkeleton />;
  return (
    <>
      {page && <PageHeader title={page.title} back={page.parent} />}
      {cause === "unreachable" ? (
        <LoadError
          message="Cette page n'a pas pu être chargée."
          detail="Le serveur ne répond pas. Vérifiez votre connexion à internet, puis réessayez."
          onRetry={retry}
        />
      ) : (
        <LoadError
          message="Cette page n'a pas pu être chargée."
          detail="Une nouvelle version de la console est sans doute en ligne&nbsp;: rechargez la page."
          onRetry={reloadPage}
          retryLabel="Recharger"
        />
      )}
    </>
  );
}

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { LoadError } from "./LoadError";
import { notifyError } from "./notify";

const MISSING = "Cette partie de la page n'a pas pu être chargée.";
const RELOAD =
  "Une nouvelle version de la console est peut-être en ligne\u00a0: enregistrez ce que vous avez saisi, puis rechargez la page.";

/** Says that a part cannot be loaded, for what no component shows. */
export const notifyMissingPart = () => notifyError(`${MISSING} ${RELOAD}`);

type Options<P> = {
  fallback?: ReactNode;
  /** For a dialog: closes it, and a message says why. Without it the part says so in its place. */
  onMissing?: (props: P) => void;
};

/**
 * Makes a component of code that is loaded when it is first shown. A chunk that is gone since a new version
 * was deployed, or that the network lost, leaves the rest of the page and what is typed there as they are;
 * the next mount tries again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { fallback = null, onMissing }: Options<P> = {},
) {
  function MissingPart(props: P) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the props of the first render
    useEffect(() => {
      if (!onMissing) return;
      notifyMissingPart();
      onMissing(props);
    }, []);
    if (onMissing) return null;
    return (
      <LoadError
        message={MISSING}
        detail={RELOAD}
        onRetry={() => window.location.reload()}
        retryLabel="Recharger la page"
      />
    );
  }

  const attempt = () =>
    lazy(async (): Promise<{ default: ComponentType<P> }> => {
      try {
        return { default: await load() };
      } catch {
        latest = attempt();
        return { default: MissingPart };
      }
    });
  let latest = attempt();

  return function LazyPart(props: P) {
    const [Part] = useState(() => latest);
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}

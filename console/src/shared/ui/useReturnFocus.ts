import { useEffect, useState } from "react";

/** When this component goes, the focus goes back to where it was; to the title if that has gone too. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const back = opener?.isConnected ? opener : document.querySelector("#contenu h1");
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
    [opener],
  );
}

import { useEffect, useState } from "react";

/** When this component goes and takes the focus with it, the focus goes back to what opened it. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body;
      if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

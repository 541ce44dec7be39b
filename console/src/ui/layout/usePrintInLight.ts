import { useEffect } from "react";

/** Shows the light colours while the page is printed, so that charts and tables are dark on white. */
export function usePrintInLight(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    let onScreen = dataset.mantineColorScheme;
    const before = () => {
      onScreen = dataset.mantineColorScheme;
      dataset.mantineColorScheme = "light";
    };
    const after = () => {
      dataset.mantineColorScheme = onScreen;
    };
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
}

import { useMediaQuery } from "@mantine/hooks";

/** Under 768 px. Read at once, so that the first paint is already the right one. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
}

import { useMediaQuery } from "@mantine/hooks";

/** Reports whether the screen is narrower than 768 px. Read at once, so that the first paint is correct. */
export function usePhone(): boolean {
  return useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
}

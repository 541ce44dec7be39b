import { type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { theme } from "../theme";
import { colorSchemeManager } from "./colorScheme";
import { usePrintInLight } from "./usePrintInLight";

/** The nonce that the content security policy requires on every style element. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

type ProvidersProps = PropsWithChildren<{
  queryClient: QueryClient;
  colorScheme?: MantineColorSchemeManager;
}>;

export function Providers({
  queryClient,
  colorScheme = colorSchemeManager,
  children,
}: ProvidersProps) {
  usePrintInLight();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}

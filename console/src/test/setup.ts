import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { quickComputedStyle } from "./computedStyle";

// Not the default second: on a busy machine, a page takes several to be imported and rendered.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// Stubs the browser functions that Mantine uses and jsdom lacks.
class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal("ResizeObserver", SilentObserver);
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: query === "(prefers-reduced-motion: reduce)", // no test waits for an animation
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
}));
vi.stubGlobal("scrollTo", () => undefined);
Element.prototype.scrollIntoView = () => {};
window.getComputedStyle = quickComputedStyle;

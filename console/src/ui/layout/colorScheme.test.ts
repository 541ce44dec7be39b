import { afterEach, expect, it, vi } from "vitest";
import { colorSchemeManager } from "./colorScheme";

const written: string[] = [];

function withCookies(protocol: string, stored = "") {
  vi.stubGlobal("location", { protocol });
  vi.spyOn(document, "cookie", "set").mockImplementation((text) => void written.push(text));
  vi.spyOn(document, "cookie", "get").mockReturnValue(stored);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  written.length = 0;
});

it("binds the cookie to the host over https", () => {
  withCookies("https:", "apparence=light; __Host-apparence=dark");
  expect(colorSchemeManager.get("light")).toBe("dark");
  colorSchemeManager.set("dark");
  colorSchemeManager.clear();
  expect(written).toEqual([
    "__Host-apparence=dark; path=/; max-age=31536000; samesite=strict; secure",
    "__Host-apparence=; path=/; max-age=0; samesite=strict; secure",
  ]);
});

it("keeps the choice without https", () => {
  withCookies("http:", "a=b; apparence=dark");
  expect(colorSchemeManager.get("light")).toBe("dark");
  colorSchemeManager.set("light");
  expect(written).toEqual(["apparence=light; path=/; max-age=31536000; samesite=strict"]);
});

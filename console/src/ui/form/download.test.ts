import { afterEach, expect, it, vi } from "vitest";
import { download } from "./download";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("leaves the browser the time to read a file, then lets it go", () => {
  vi.useFakeTimers();
  const revoke = vi.fn();
  vi.stubGlobal("URL", { createObjectURL: () => "blob:export", revokeObjectURL: revoke });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.href} ${this.download}`);
  });

  download(new Blob(["a"]), "export.csv");
  vi.advanceTimersByTime(30_000);

  expect(saved).toEqual(["blob:export export.csv"]);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith("blob:export");
});

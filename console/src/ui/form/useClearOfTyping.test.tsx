import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useClearOfTyping } from "./useClearOfTyping";

function Part() {
  const ref = useRef<HTMLDivElement>(null);
  const above = useClearOfTyping(ref, true);
  return (
    <>
      <input aria-label="Haut" />
      <input aria-label="Bas" />
      <div ref={ref} data-testid="part" data-above={above} />
    </>
  );
}

afterEach(() => vi.restoreAllMocks());

test("a message leaves the bottom of the window only while a field there has the focus", () => {
  const bottom = window.innerHeight;
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (
    this: HTMLElement,
  ) {
    if (this.getAttribute("aria-label") === "Haut") return new DOMRect(0, 0, 300, 40);
    if (this.getAttribute("aria-label") === "Bas") return new DOMRect(0, bottom - 60, 300, 40);
    return new DOMRect(0, bottom - 100, 300, 80);
  });
  render(<Part />);
  const part = screen.getByTestId("part");
  expect(part).toHaveAttribute("data-above", "false");
  act(() => screen.getByLabelText("Bas").focus());
  expect(part).toHaveAttribute("data-above", "true");
  act(() => screen.getByLabelText("Haut").focus());
  expect(part).toHaveAttribute("data-above", "false");
});

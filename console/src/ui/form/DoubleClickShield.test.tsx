import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderUi } from "@/test/render";
import { DoubleClickShield } from "./DoubleClickShield";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("takes the clicks of the first moment, and leaves the focus where it is", () => {
  const press = vi.fn();
  renderUi(
    <>
      {/* biome-ignore lint/a11y/noAutofocus: the button of a dialog has the focus */}
      <button type="button" autoFocus onClick={press}>
        Confirmer
      </button>
      <DoubleClickShield />
    </>,
  );
  const shield = screen.getByTestId("double-click-shield");
  expect(fireEvent.mouseDown(shield)).toBe(false); // its default, to move the focus, is prevented
  fireEvent.click(shield);
  expect(press).not.toHaveBeenCalled();
  expect(screen.getByRole("button")).toHaveFocus();

  act(() => void vi.advanceTimersByTime(250));
  expect(screen.getByTestId("double-click-shield")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(100));
  expect(screen.queryByTestId("double-click-shield")).toBeNull();
});

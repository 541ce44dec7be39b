import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderUi } from "@/test/render";
import { ignoreSecondClicks } from "./doubleClicks";

let end: () => void;
/** What a button of a test calls when it writes. */
let write: () => void;
beforeEach(() => {
  end = ignoreSecondClicks((onWrite) => {
    write = onWrite;
    return () => undefined;
  });
});
afterEach(() => end());

/** The two clicks of a double click, the second on whatever stands there by then. */
function doubleClick(first: () => HTMLElement, second = first) {
  fireEvent.click(first(), { detail: 1 });
  fireEvent.click(second(), { detail: 2 });
}

it("leaves alone what took the place of the button pressed", () => {
  function Editable() {
    const [editing, setEditing] = useState(false);
    return (
      <button type="button" onClick={() => setEditing(!editing)}>
        {editing ? "Annuler" : "Modifier"}
      </button>
    );
  }
  renderUi(<Editable />);
  doubleClick(() => screen.getByRole("button"));
  expect(screen.getByRole("button")).toHaveTextContent("Annuler");
  fireEvent.click(screen.getByRole("button"), { detail: 1 });
  expect(screen.getByRole("button")).toHaveTextContent("Modifier");
});

it("does not close what the first click opened", () => {
  const toggle = vi.fn();
  renderUi(
    <button type="button" aria-expanded={false} onClick={toggle}>
      Ajouter
    </button>,
  );
  doubleClick(() => screen.getByRole("button"));
  expect(toggle).toHaveBeenCalledOnce();
});

it("counts clicks in a row on one button, and the keyboard", () => {
  const next = vi.fn();
  renderUi(
    <button type="button" onClick={next}>
      Suivant
    </button>,
  );
  doubleClick(() => screen.getByRole("button"));
  fireEvent.click(screen.getByRole("button"), { detail: 0 });
  expect(next).toHaveBeenCalledTimes(3);
});

it("writes once, and again when asked once more", () => {
  const save = vi.fn(() => write());
  renderUi(
    <button type="button" onClick={save}>
      Générer
    </button>,
  );
  doubleClick(() => screen.getByRole("button"));
  expect(save).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button"), { detail: 1 });
  fireEvent.click(screen.getByRole("button"), { detail: 0 });
  expect(save).toHaveBeenCalledTimes(3);
});

it("does not repeat a write while Enter is held down", () => {
  const pressed = vi.fn();
  renderUi(<input aria-label="Nom" onKeyDown={pressed} />);
  const field = screen.getByRole("textbox");
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.keyDown(field, { key: "Enter", repeat: true });
  expect(pressed).toHaveBeenCalledTimes(2);
  write();
  fireEvent.keyDown(field, { key: "Enter", repeat: true });
  expect(pressed).toHaveBeenCalledTimes(2);
});

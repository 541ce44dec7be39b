import { expect, it } from "vitest";
import { fullComputedStyle, quickComputedStyle } from "./computedStyle";
import { renderUi } from "./render";

it("computes what jsdom computes", () => {
  const { baseElement } = renderUi(
    <>
      <style>{`
        .gone { display: none } .faint { opacity: 0 } .dead { pointer-events: none }
        .unseen { visibility: hidden } .seen { visibility: visible }
      `}</style>
      <div className="unseen dead">
        <p style={{ display: "flex" }} className="gone">
          text <b className="seen">bold</b> <span style={{ pointerEvents: "auto" }}>span</span>
        </p>
      </div>
      <input type="hidden" />
      <input aria-label="text" hidden />
      <dialog>closed</dialog>
      <dialog open className="faint">
        open
      </dialog>
      <table className="mantine-hidden-from-sm">
        <tbody>
          <tr>
            <td style={{ visibility: "inherit" }}>cell</td>
            <td className="mantine-dark-hidden mantine-light-hidden">
              <svg role="img" aria-label="mark">
                <path />
              </svg>
            </td>
          </tr>
        </tbody>
      </table>
    </>,
  );
  const elements = [baseElement, ...baseElement.querySelectorAll("*")];
  expect(elements.length).toBeGreaterThan(15);
  for (const element of elements) {
    const [quick, full] = [quickComputedStyle(element), fullComputedStyle(element)];
    for (const name of ["display", "opacity", "visibility", "pointer-events", "color"]) {
      expect
        .soft(quick.getPropertyValue(name), `${name} of ${element.outerHTML}`)
        .toBe(full.getPropertyValue(name));
    }
    expect(quick.pointerEvents).toBe(full.pointerEvents);
    expect(quick.boxSizing).toBe(full.boxSizing);
  }
});

const CONTROL = "button, a[href], [role=button], [data-opens]";

type Clicked = { control: Element; words: string | null };

const clickedIn = (target: EventTarget | null): Clicked | undefined => {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control ? { control, words: control.textContent } : undefined;
};

/** What a second press would take back: it opens and closes. */
const toggles = (control: Element) => control.matches("[aria-expanded], [data-opens]");

/**
 * Ignores the second click of a double click where it would do something else than the first: on a control that has
 * just taken the place of the one pressed (« Annuler » for « Modifier »), or on one that it would close again. Clicks in
 * a row on one button, as those of a pager, count; so does the keyboard. Returns the function that ends this.
 */
export function ignoreSecondClicks(): () => void {
  let first: Clicked | undefined;
  const look = (event: MouseEvent) => {
    const clicked = clickedIn(event.target);
    if (event.detail < 2) {
      first = clicked;
      return;
    }
    if (!clicked) return;
    const again = clicked.control === first?.control && clicked.words === first.words;
    if (again && !toggles(clicked.control)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("click", look, { capture: true });
  return () => window.removeEventListener("click", look, { capture: true });
}

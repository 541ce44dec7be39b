const CONTROL = "button, a[href], [role=button], [data-opens]";

type Clicked = { control: Element; words: string | null };

const clickedIn = (target: EventTarget | null): Clicked | undefined => {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control ? { control, words: control.textContent } : undefined;
};

/** Calls back whenever a write begins; returns the function that ends this. */
export type FollowWrites = (onWrite: () => void) => () => void;

/** What a second press would take back: it opens and closes. */
const toggles = (control: Element) => control.matches("[aria-expanded], [data-opens]");

/**
 * Ignores the second click of a double click where it would do something else than the first: on a control that has
 * just taken the place of the one pressed (« Annuler » for « Modifier »), or on one that it would close again. Clicks in
 * a row on one button, as those of a pager, count, unless the first has written something; so does the keyboard, but for
 * a key held down on what has written. Returns the function that ends this.
 */
export function ignoreSecondClicks(followWrites: FollowWrites): () => void {
  let first: Clicked | undefined;
  let wrote = false;
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const look = (event: MouseEvent) => {
    const clicked = clickedIn(event.target);
    if (event.detail < 2) {
      first = clicked;
      wrote = false;
      return;
    }
    if (!clicked) return;
    const again = clicked.control === first?.control && clicked.words === first.words;
    if (!again || wrote || toggles(clicked.control)) ignore(event);
  };
  const hold = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    if (!event.repeat) wrote = false;
    else if (wrote) ignore(event);
  };
  window.addEventListener("click", look, { capture: true });
  window.addEventListener("keydown", hold, { capture: true });
  const unfollow = followWrites(() => {
    wrote = true;
  });
  return () => {
    window.removeEventListener("click", look, { capture: true });
    window.removeEventListener("keydown", hold, { capture: true });
    unfollow();
  };
}

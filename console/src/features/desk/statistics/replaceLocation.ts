/**
 * Navigates a frame without adding a history entry. Setting `src` would add one, and « back » would lead to
 * an expired address.
 */
export function replaceLocation(frame: Window, address: string): void {
  frame.location.replace(address);
}

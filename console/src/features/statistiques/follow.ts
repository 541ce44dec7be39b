/** Leads a frame on without a step in the history: setting `src` would add one that leads back to an ended address. */
export function follow(frame: Window, address: string): void {
  frame.location.replace(address);
}

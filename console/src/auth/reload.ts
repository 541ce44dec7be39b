/** Leaves the page and loads it afresh: nothing of the session before stays in memory. */
export function reloadPage(): void {
  window.location.reload();
}

export function reloadAt(path: string): void {
  window.location.assign(path);
}

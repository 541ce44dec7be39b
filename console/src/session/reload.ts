/** Reloads the console from the server, so that nothing of the previous session stays in memory. */
export function reloadPage(): void {
  window.location.reload();
}

export function reloadAt(path: string): void {
  window.location.assign(path);
}

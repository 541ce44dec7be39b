/** Browsers may start reading the file some time after the click. */
const READ_BY_THEN = 60_000;

/** Makes the browser save the file under that name. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), READ_BY_THEN);
}

/** ms that a file stays in memory for the browser to take it. */
const KEEP = 60_000;

/** Has the browser save a file where it saves downloads. */
export function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP);
}

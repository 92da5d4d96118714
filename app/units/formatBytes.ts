const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in decimal units as file managers count them: `11.6 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const text = unit === 0 || size >= 99.95 ? size.toFixed(0) : size.toFixed(1);
  return `${text}\u00a0${UNITS[unit]}`;
}

/** Shortest decimal text (up to 9 digits) that reads back as the same float32. */
export function float32Text(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const eight = Number(value.toPrecision(8));
  if (Math.fround(eight) === value) return String(eight);
  return String(Number(value.toPrecision(9)));
}

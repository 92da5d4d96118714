/** Bytes of all arrays, kernel memories among them, that can be reached from `root`, each counted once. */
export function heldBytes(root: object): number {
  const seen = new Set<object>();
  const waiting: object[] = [root];
  let bytes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const item = ArrayBuffer.isView(next) ? next.buffer : next;
    if (seen.has(item)) continue;
    seen.add(item);
    if (item instanceof ArrayBuffer || item instanceof SharedArrayBuffer) {
      bytes += item.byteLength;
      continue;
    }
    const values: unknown[] = item instanceof Map ? [...item.values()] : Object.values(item);
    waiting.push(...values.filter((value): value is object => typeof value === 'object' && value !== null));
  }
  return bytes;
}

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';

// Real meshes: DUCTILE_TEST_DATA, or the folder beside the checkout where there is one.
const beside = fileURLToPath(new URL('../../../shared/meshes', import.meta.url));
if (process.env['DUCTILE_TEST_DATA'] === undefined && existsSync(beside)) process.env['DUCTILE_TEST_DATA'] = beside;

/** Milliseconds after which a state that does not come fails a test: long, for machines that are slow or do other things too. */
const PATIENCE = 120_000;
const { waitFor } = vi;
const waitPatiently: typeof waitFor = (callback, options = PATIENCE) => waitFor(callback, options);

/**
 * Whether two arrays of numbers of one type have the same bytes, and so the same numbers, which takes a thousandth of the time of a comparison number by
 * number; undefined where that comparison has to tell.
 */
function haveSameBytes(a: unknown, b: unknown): true | undefined {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return undefined;
  const [bytes, others] = [a, b].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return bytes.equals(others) ? true : undefined;
}

// Files of tests share a process, and this runs before each of them.
if (waitFor.name !== waitPatiently.name) {
  vi.waitFor = waitPatiently;
  expect.addEqualityTesters([haveSameBytes]);
}

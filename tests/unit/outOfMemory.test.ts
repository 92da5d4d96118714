import { expect, test } from 'vitest';
import { CoreError } from '../../src/base/errors.ts';
import { allocated, outOfMemory } from '../../src/base/outOfMemory.ts';
import { toWireError } from '../../src/protocol/wireError.ts';

/** What the engine itself says where it cannot have memory. */
const failures: readonly [string, () => unknown][] = [
  ['an array', () => new Float64Array(2 ** 40)],
  ['a buffer', () => new ArrayBuffer(2 ** 52)],
  ['a list', () => new Array<number>(-1)],
  ['a text', () => 'x'.repeat(2 ** 30)],
  ['a memory that grows', () => new WebAssembly.Memory({ initial: 1, maximum: 1 }).grow(1)],
];

function thrownBy(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return error;
  }
}

// Symptom: a raw stack, as of a bug.
test.each(failures)('%s that cannot be had is told with a remedy, and where it is known with its size', (_, make) => {
  const error = thrownBy(make);
  const told = outOfMemory(error, 3.2e9);
  expect(told).toMatchObject({ code: 'out-of-memory', remedy: expect.stringContaining('larger elements') as string });
  expect(told?.message).toMatch(/^there is not enough memory: .*3\.20 GB are in use/);
  expect(toWireError(error).code).toBe('out-of-memory');
  const sized = thrownBy(() => allocated(5e9, make)) as CoreError;
  expect(sized.message).toBe('there is not enough memory: 5.00 GB were asked for');
});

test('other errors are what they are', () => {
  for (const error of [new RangeError('Maximum call stack size exceeded'), new TypeError('x is not a function'), 7]) {
    expect(outOfMemory(error)).toBeUndefined();
  }
  expect(outOfMemory(new CoreError('usage', 'allocation failed'))).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { createRandom, SeededRandom } from '../../support/random.ts';

/** xoshiro128** as its authors publish it, on BigInt. */
function referenceSequence(state: bigint[], count: number): number[] {
  const mask = 0xffffffffn;
  const turn = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) & mask;
  const s = [...state];
  return Array.from({ length: count }, () => {
    const result = (turn((s[1] * 5n) & mask, 7n) * 9n) & mask;
    const t = (s[1] << 9n) & mask;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turn(s[3], 11n);
    return Number(result);
  });
}

test('is xoshiro128**', () => {
  const random = new SeededRandom(0);
  random.loadState([1, 2, 3, 4]);
  const drawn = Array.from({ length: 1000 }, () => random.uint32());
  expect(drawn).toEqual(referenceSequence([1n, 2n, 3n, 4n], 1000));
  expect(drawn.slice(0, 3)).toEqual([11520, 0, 5927040]);
});

test('a seed always gives its sequence, and others give others', () => {
  const draw = (seed: number | string) => Array.from({ length: 4 }, createRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw('a')).not.toEqual(draw('b'));
});

test('a saved state goes on where it was', () => {
  const random = new SeededRandom(1);
  for (let k = 0; k < 10; k++) random.uint32();
  const words = new Uint32Array(4);
  random.saveState(words);
  const next = [random.uniform(), random.uniform()];
  const other = new SeededRandom(2);
  other.loadState(words);
  expect([other.uniform(), other.uniform()]).toEqual(next);
});

describe('distribution of 200000 draws', () => {
  test('uniform: mean 1/2, variance 1/12, every tenth equally full', () => {
    const random = createRandom('distribution');
    const counts = new Array<number>(10).fill(0);
    let [sum, squares] = [0, 0];
    for (let k = 0; k < 200_000; k++) {
      const x = random();
      if (!(x >= 0 && x < 1)) throw new Error(`${x} is outside [0, 1)`);
      counts[Math.floor(10 * x)]++;
      sum += x;
      squares += x * x;
    }
    const mean = sum / 200_000;
    // Five standard errors of the mean, and of a bin count.
    expect(Math.abs(mean - 0.5)).toBeLessThan((5 * Math.sqrt(1 / 12)) / Math.sqrt(200_000));
    expect(Math.abs(squares / 200_000 - mean * mean - 1 / 12)).toBeLessThan(0.001);
    for (const count of counts) expect(Math.abs(count - 20_000)).toBeLessThan(5 * Math.sqrt(18_000));
  });

  test('whole numbers below 3 are equally likely', () => {
    const random = new SeededRandom('below');
    const counts = [0, 0, 0];
    for (let k = 0; k < 30_000; k++) counts[random.below(3)]++;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(5 * Math.sqrt(6667));
    expect(() => random.below(0)).toThrow(RangeError);
  });
});

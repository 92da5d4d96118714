import { describe, expect, it } from 'vitest';
import { diffuseFibres, TENSOR_SIZE } from '../../../src/solids/diffuseFibres.ts';
import { boxOfTets } from '../../support/bodies.ts';

const box = boxOfTets([8, 2, 2], [0.8, 0.2, 0.2]);

/** d d^T at the vertices that `at` says a direction of. */
function known(at: (x: number) => readonly number[] | undefined): Float64Array {
  const tensors = new Float64Array(2 * box.restPositions.length);
  for (let v = 0; v < box.restPositions.length / 3; v++) {
    const d = at(box.restPositions[3 * v]);
    if (d === undefined) continue;
    tensors.set([d[0] * d[0], d[0] * d[1], d[0] * d[2], d[1] * d[1], d[1] * d[2], d[2] * d[2]], TENSOR_SIZE * v);
  }
  return tensors;
}

/** Directions of the elements, turned to x >= 0, with their middles along x. */
function along(directions: Float64Array): { x: number; d: number[] }[] {
  return Array.from({ length: directions.length / 3 }, (_, e) => {
    const sign = directions[3 * e] < 0 ? -1 : 1;
    const corners = [...box.elements.subarray(4 * e, 4 * e + 4)];
    const x = corners.reduce((sum, v) => sum + box.restPositions[3 * v] / 4, 0);
    return { x, d: [...directions.subarray(3 * e, 3 * e + 3)].map((value) => sign * value) };
  });
}

describe('fibres that are known here and there', () => {
  it('run everywhere as they do where they are known, to and fro alike', () => {
    const directions = diffuseFibres(
      box,
      known((x) => (x < 0.01 ? [0.6, 0.8, 0] : x > 0.79 ? [-0.6, -0.8, 0] : undefined)),
    );
    for (const { d } of along(directions)) {
      expect(d[0]).toBeCloseTo(0.6, 6);
      expect(d[1]).toBeCloseTo(0.8, 6);
    }
  });

  it('turn evenly from one place to the other', () => {
    const directions = diffuseFibres(
      box,
      known((x) => (x < 0.01 ? [1, 0, 0] : x > 0.79 ? [Math.SQRT1_2, Math.SQRT1_2, 0] : undefined)),
    );
    const found = along(directions).sort((a, b) => a.x - b.x);
    for (const { d } of found) {
      expect(Math.hypot(...d)).toBeCloseTo(1, 9);
      expect(Math.abs(d[2])).toBeLessThan(1e-6);
      expect(Math.atan2(d[1], d[0])).toBeGreaterThan(-1e-6);
      expect(Math.atan2(d[1], d[0])).toBeLessThan(Math.PI / 4 + 1e-6);
    }
    expect(Math.atan2(found[0].d[1], found[0].d[0])).toBeLessThan(0.1);
    expect(Math.atan2(found.at(-1)!.d[1], found.at(-1)!.d[0])).toBeGreaterThan(Math.PI / 4 - 0.1);
  });

  it('are none where nothing is known', () => {
    expect(
      diffuseFibres(
        box,
        known(() => undefined),
      ).every((value) => value === 0),
    ).toBe(true);
  });
});

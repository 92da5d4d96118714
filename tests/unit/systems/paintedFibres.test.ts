import { expect, it } from 'vitest';
import type { PaintedField, PaintStroke } from '../../../src/scene/paintedField.ts';
import { paintedFibres } from '../../../src/systems/solid/fibres/paintedFibres.ts';

function stroke(points: number[], more: Partial<PaintStroke> = {}): PaintStroke {
  return { value: 1, radius: 0.2, hardness: 0.5, opacity: 1, points, ...more };
}

const field = (...strokes: PaintStroke[]): PaintedField => ({ base: 0, strokes });
const same = (directions: Float64Array) => directions;
const path = [0, 0, 0, 0.1, 0, 0, 0.2, 0, 0, 0.3, 0.1, 0];

it('run along the stroke under which they lie', () => {
  const tensors = paintedFibres(field(stroke(path)), Float64Array.of(0.05, 0.05, 0, 5, 0, 0, 0.29, 0.1, 0), same);
  expect([...tensors.subarray(0, 6)]).toEqual([1, 0, 0, 0, 0, 0]);
  expect([...tensors.subarray(6, 12)]).toEqual([0, 0, 0, 0, 0, 0]);
  // The last dab goes on as the way to it did.
  for (const [k, value] of [0.5, 0.5, 0, 0.5, 0, 0].entries()) expect(tensors[12 + k]).toBeCloseTo(value, 12);
});

it('are those of the last stroke, and none where it erases', () => {
  const across = stroke([0, -0.1, 0, 0, 0.1, 0]);
  const at = Float64Array.of(0, 0, 0);
  expect(paintedFibres(field(stroke(path), across), at, same)[3]).toBe(1);
  const erased = paintedFibres(field(stroke(path), { ...stroke(path), value: 0 }), at, same);
  expect(erased.every((value) => value === 0)).toBe(true);
});

it('do not follow the jump to the mirrored half of a stroke, nor a dab alone', () => {
  const mirrored = stroke([1, 0, 0, 1.1, 0, 0, -1, 0.4, 0, -1, 0.5, 0]);
  const tensors = paintedFibres(field(mirrored), Float64Array.of(1.1, 0, 0, -1, 0.4, 0), same);
  expect([tensors[0], tensors[3], tensors[6], tensors[9]]).toEqual([1, 0, 0, 1]);
  expect(paintedFibres(field(stroke([0, 0, 0])), Float64Array.of(0, 0, 0), same).every((value) => value === 0)).toBe(
    true,
  );
});

it('turn as the solid does', () => {
  const turned = (directions: Float64Array) =>
    directions.map((_, k) => directions[3 * Math.floor(k / 3) + ((k + 1) % 3)]);
  const tensors = paintedFibres(field(stroke(path)), Float64Array.of(0.05, 0, 0), turned);
  expect([...tensors]).toEqual([0, 0, 0, 0, 0, 1]);
});

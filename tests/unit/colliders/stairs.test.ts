import { expect, it } from 'vitest';
import stairs from '../../../src/collision/shapes/stairs.ts';
import { distanceAt, surfaceAt } from '../../support/colliderShapes.ts';

const [steps, rise, tread, width] = [6, 0.18, 0.28, 1];
const shape = stairs.create({ steps, rise, tread, width });

it('every step has its tread and riser where they should be', () => {
  const normal = new Float64Array(3);
  for (let k = 0; k < steps; k++) {
    const above = surfaceAt(shape, [(k + 0.5) * tread, (k + 1) * rise + 0.05, 0.1], normal);
    expect(above).toBeCloseTo(0.05, 14);
    expect([...normal]).toEqual([0, 1, 0]);
    const before = surfaceAt(shape, [k * tread - 0.03, (k + 0.5) * rise, 0.1], normal);
    expect(before).toBeCloseTo(0.03, 14);
    expect([...normal].map((value) => value + 0)).toEqual([-1, 0, 0]);
  }
});

it('a nosing pushes away at a slant, an inner corner is measured to the nearer face', () => {
  const normal = new Float64Array(3);
  const nosing = [2 * tread, 3 * rise];
  expect(surfaceAt(shape, [nosing[0] - 0.03, nosing[1] + 0.04, 0], normal)).toBeCloseTo(0.05, 14);
  expect(normal[0]).toBeCloseTo(-0.6, 12);
  expect(normal[1]).toBeCloseTo(0.8, 12);
  expect(distanceAt(shape, [nosing[0] - 0.03, nosing[1] - rise + 0.02, 0])).toBeCloseTo(0.02, 14);
});

it('is solid down to the ground and ends at its sides and back', () => {
  expect(distanceAt(shape, [5.5 * tread, 0.05, 0])).toBeCloseTo(-0.05, 14);
  expect(distanceAt(shape, [2.5 * tread, 0.1, width / 2 + 0.2])).toBeCloseTo(0.2, 14);
  expect(distanceAt(shape, [steps * tread + 0.1, steps * rise + 0.1, 0])).toBeCloseTo(Math.hypot(0.1, 0.1), 14);
  expect(distanceAt(shape, [0.5 * tread, -0.3, 0])).toBeCloseTo(0.3, 14);
});

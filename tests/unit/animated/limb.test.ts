import { expect, test } from 'vitest';
import { enclosedVolume } from '../../../src/geometry/enclosedVolume.ts';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { limbGeometry } from '../../../src/simulation/animated/limbGeometry.ts';
import { PlacedGeometry } from '../../../src/simulation/animated/PlacedGeometry.ts';

const limb = { shape: 'limb', radius: 0.08, length: 0.6, edge: 0.04, angle: 1.2, period: 2 } as const;

test('a limb is closed, faces outwards, and keeps the volume of its capsule as it bends', () => {
  const geometry = limbGeometry(limb, 0.5);
  const { positions, triangles } = geometry.sample(0);
  const volume = Math.PI * 0.08 ** 2 * (0.6 + (4 / 3) * 0.08);
  expect(manifoldReport(triangles, positions.length / 3).manifold).toBe(true);
  expect(Math.abs(enclosedVolume(positions, triangles) / volume - 1)).toBeLessThan(0.02);
  const straight = enclosedVolume(positions, triangles);
  // Pappus: the centre of the cross-section stays on an arc of the same length.
  expect(enclosedVolume(geometry.sample(1).positions, triangles) / straight).toBeCloseTo(1, 2);
});

test.each([0.3, 0.5, 1e-5, 1.7])('velocities of a limb are the derivative of its positions at %f s', (time) => {
  const geometry = limbGeometry(limb, 1);
  const step = 1e-6;
  const { velocities } = geometry.sample(time);
  const found = velocities.slice();
  const after = geometry.sample(time + step).positions.slice();
  const before = geometry.sample(time - step).positions.slice();
  const error = found.map((v, k) => v - (after[k] - before[k]) / (2 * step));
  expect(Math.max(...error.map(Math.abs))).toBeLessThan(1e-5);
});

test('rests before it begins', () => {
  const geometry = limbGeometry(limb, 1);
  const straight = geometry.sample(0).positions.slice();
  const { positions, velocities } = geometry.sample(-1);
  expect(positions).toEqual(straight);
  expect(velocities.every((v) => v === 0)).toBe(true);
});

test('geometry is placed by unit, axes, scale, rotation and position, and its velocities by the speed of the clock', () => {
  const triangles = Uint32Array.of(0, 0, 0);
  const sample = (time: number) => ({
    positions: Float64Array.of(100 * time, 0, 200),
    velocities: Float64Array.of(100, 0, 0),
    triangles,
  });
  const source = {
    start: 0,
    metresPerUnit: 0.01,
    upAxis: 'z',
    topology: 'constant',
    sample,
    close: () => undefined,
  } as const;
  const placed = new PlacedGeometry(
    source,
    { clock: { start: 1, rate: 0.5, origin: 2, playsBefore: false } },
    { position: [0, 0, 5], rotation: [0, 0, Math.PI / 2], scale: [2, 3, 1] },
  );
  const positions = new Float64Array(3);
  const velocities = new Float64Array(3);
  placed.writeAt(6, positions, velocities);
  // Source time 3: (3, 2, 0) m with Y up, scaled (6, 6, 0), turned (-6, 6, 0).
  [-6, 6, 5].forEach((value, axis) => expect(positions[axis]).toBeCloseTo(value, 12));
  [0, 1, 0].forEach((value, axis) => expect(velocities[axis]).toBeCloseTo(value, 12));
});

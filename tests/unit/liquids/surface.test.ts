import { expect, test } from 'vitest';
import { areaVector } from '../../../src/geometry/areaVector.ts';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { enclosedVolume } from '../../../src/geometry/enclosedVolume.ts';
import {
  type LiquidSurface,
  LiquidSurfacer,
  type LiquidSurfaceSettings,
  surfaceSettings,
} from '../../../src/liquids/surface/LiquidSurfacer.ts';
import { SeededRandom } from '../../support/random.ts';

const H = 0.1;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;
const BOX = { min: [-0.55, 0, 0.3], max: [0.45, 0.8, 1.5], closedSides: CLOSED } as const;

type Point = readonly number[];
type Inside = (x: number, y: number, z: number) => boolean;

/** Particles, eight to a cell of edge H, on the lattice of a box wherever `inside` says so; `jitter` in units of their distance. */
function filled(min: Point, max: Point, inside: Inside = () => true, jitter = 0): Float32Array {
  const random = new SeededRandom('surface');
  const gap = H / 2;
  const counts = min.map((low, a) => Math.round((max[a] - low) / gap));
  const points: number[] = [];
  for (let k = 0; k < counts[2]; k++) {
    for (let j = 0; j < counts[1]; j++) {
      for (let i = 0; i < counts[0]; i++) {
        const place = [i, j, k].map((n, a) => min[a] + gap * (n + 0.5 + jitter * (random.uint32() / 2 ** 32 - 0.5)));
        if (inside(place[0], place[1], place[2])) points.push(...place);
      }
    }
  }
  return Float32Array.from(points);
}

function surfaceOf(points: Float32Array, settings: LiquidSurfaceSettings, velocities?: Float32Array): LiquidSurface {
  return new LiquidSurfacer(settings).surface(points, velocities ?? new Float32Array(points.length), points.length / 3);
}

const report = ({ positions, triangles }: LiquidSurface) => manifoldReport(triangles, positions.length / 3);
const volume = ({ positions, triangles }: LiquidSurface) => enclosedVolume(positions, triangles);

test('without particles there is no surface', () => {
  const surface = surfaceOf(new Float32Array(0), surfaceSettings(H, 3, BOX));
  expect([surface.positions, surface.triangles, surface.velocities].map((array) => array.length)).toEqual([0, 0, 0]);
});

test('a particle by itself is a sphere of its radius', () => {
  const settings = { ...surfaceSettings(H, 0), spacing: 0.2 * H };
  const surface = surfaceOf(Float32Array.of(0.031, 1.017, -0.4), settings);
  expect(report(surface)).toMatchObject({ manifold: true, eulerCharacteristic: 2, components: 1 });
  for (let v = 0; v < surface.positions.length; v += 3) {
    const [x, y, z] = surface.positions.subarray(v, v + 3);
    const radius = Math.hypot(x - 0.031, y - 1.017, z + 0.4);
    // The sagitta of a voxel.
    expect(Math.abs(radius / settings.particleRadius - 1)).toBeLessThan(
      (settings.spacing / settings.particleRadius) ** 2 / 8,
    );
  }
  expect(volume(surface)).toBeGreaterThan(0);
});

test('a block in the open has the volume of its cells, and flat faces', () => {
  const points = filled([-1, 0, 0], [1, 1.6, 1.6]);
  const surface = surfaceOf(points, surfaceSettings(H, 0));
  expect(report(surface)).toMatchObject({ manifold: true, eulerCharacteristic: 2, components: 1 });
  expect(Math.abs(volume(surface) / (2 * 1.6 * 1.6) - 1)).toBeLessThan(0.02);
  const heights: number[] = [];
  for (let v = 0; v < surface.positions.length; v += 3) {
    const [x, y, z] = surface.positions.subarray(v, v + 3);
    if (y > 0.8 && Math.abs(x) < 0.7 && Math.abs(z - 0.8) < 0.5) heights.push(y);
  }
  expect(heights.length).toBeGreaterThan(100);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-2 * H);
  expect(Math.abs(heights[0] - 1.6)).toBeLessThan(0.1 * H);
});

test('a pool is level up to its walls and ends at them', () => {
  const points = filled(BOX.min, [0.45, 0.4, 1.5]);
  const surface = surfaceOf(points, surfaceSettings(H, 2, BOX));
  expect(report(surface)).toMatchObject({ manifold: true, eulerCharacteristic: 2, components: 1 });
  expect(Math.abs(volume(surface) / (1 * 0.4 * 1.2) - 1)).toBeLessThan(0.02);
  const onSides = [0, 0, 0];
  const heights: number[] = [];
  for (let v = 0; v < surface.positions.length; v += 3) {
    const place = surface.positions.subarray(v, v + 3);
    place.forEach((x, a) => {
      expect(x).toBeGreaterThanOrEqual(Math.fround(BOX.min[a]));
      expect(x).toBeLessThanOrEqual(Math.fround(BOX.max[a]));
      if (x === Math.fround(BOX.min[a]) || x === Math.fround(BOX.max[a])) onSides[a]++;
    });
    // All but the rim, which smoothing rounds.
    const isRim = [0, 2].some((a) => Math.min(place[a] - BOX.min[a], BOX.max[a] - place[a]) < H);
    if (place[1] > 0.3 && !isRim) heights.push(place[1]);
  }
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.02 * H);
  for (const count of onSides) expect(count).toBeGreaterThan(100);
});

test('drops that reach each other but do not touch stay apart', () => {
  const drop =
    (x: number): Inside =>
    (a, b, c) =>
      Math.hypot(a - x, b, c) < 2 * H;
  for (const [gap, components] of [
    [0.3, 1],
    [1.8, 2],
    [2.6, 2],
  ]) {
    const half = 2 * H + (gap * H) / 2;
    const points = filled([-1, -0.5, -0.5], [1, 0.5, 0.5], (a, b, c) => drop(-half)(a, b, c) || drop(half)(a, b, c));
    const found = report(surfaceOf(points, surfaceSettings(H, 2)));
    expect(found).toMatchObject({ manifold: true, components });
  }
});

test('scattered particles give closed manifolds, also where walls cut them', () => {
  const random = new SeededRandom('scattered');
  for (const [count, spacing] of [
    [300, 0.5],
    [3000, 0.75],
    [3000, 0.2],
  ]) {
    const points = Float32Array.from({ length: 3 * count }, (_, at) => {
      return BOX.min[at % 3] + (random.uint32() / 2 ** 32) * (BOX.max[at % 3] - BOX.min[at % 3]);
    });
    for (const bounds of [undefined, BOX]) {
      const surface = surfaceOf(points, { ...surfaceSettings(H, 1, bounds), spacing: spacing * H });
      expect(report(surface).manifold).toBe(true);
      expect(surface.positions.every((x) => Number.isFinite(x))).toBe(true);
    }
  }
});

test('smoothing keeps the volume, and makes a rough surface even', () => {
  const points = filled([-1, 0, 0], [1, 0.8, 1], undefined, 0.8);
  const rough = surfaceOf(points, surfaceSettings(H, 0));
  const smooth = surfaceOf(points, surfaceSettings(H, 6));
  expect(Math.abs(volume(smooth) / volume(rough) - 1)).toBeLessThan(0.005);
  /** Mean tilt of the top's triangles, as the sine of its angle. */
  const tilt = ({ positions, triangles }: LiquidSurface) => {
    const normal = new Float64Array(3);
    const tilts: number[] = [];
    for (let at = 0; at < triangles.length; at += 3) {
      const size = areaVector(positions, triangles, at, normal);
      const [x, y, z] = positions.subarray(3 * triangles[at], 3 * triangles[at] + 3);
      if (y < 0.7 || Math.abs(x) > 0.7 || Math.abs(z - 0.5) > 0.3) continue;
      tilts.push(Math.hypot(normal[0], normal[2]) / size);
    }
    return tilts.reduce((sum, sine) => sum + sine, 0) / tilts.length;
  };
  expect(tilt(smooth)).toBeLessThan(0.7 * tilt(rough));
});

test('vertices move with the liquid around them', () => {
  const points = filled([-0.5, 0, 0], [0.5, 0.8, 0.8], undefined, 0.5);
  const velocities = Float32Array.from(points, (_, at) =>
    at % 3 === 0 ? 1 - 2 * points[at + 1] : at % 3 === 1 ? 0.5 : points[at - 2],
  );
  const surface = surfaceOf(points, surfaceSettings(H, 0), velocities);
  for (let v = 0; v < surface.positions.length; v += 3) {
    const [x, y] = surface.positions.subarray(v, v + 2);
    const [u, up, w] = surface.velocities.subarray(v, v + 3);
    expect(Math.abs(u - (1 - 2 * y))).toBeLessThan(2 * H);
    expect(up).toBeCloseTo(0.5, 5);
    expect(Math.abs(w - x)).toBeLessThan(H);
  }
});

test('many particles give the same bytes again, in bounded memory', () => {
  const points = filled([0, 0, 0], [2, 2, 3.2], (x, y, z) => y < 1 + 0.5 * Math.sin(3 * x) * Math.cos(2 * z), 0.7);
  expect(points.length / 3).toBeGreaterThan(5e4);
  const first = surfaceOf(points, surfaceSettings(H, 2));
  const second = surfaceOf(points, surfaceSettings(H, 2));
  expect(Buffer.from(first.positions.buffer).equals(Buffer.from(second.positions.buffer))).toBe(true);
  expect(Buffer.from(first.triangles.buffer).equals(Buffer.from(second.triangles.buffer))).toBe(true);
  expect(report(first)).toMatchObject({ manifold: true, components: 1 });
  // The surface is that of the outside alone: its triangles are about four per square voxel.
  expect(first.triangles.length / 3).toBeLessThan(1e5);
});

test('particles that are nowhere, or too far away, are named', () => {
  const points = filled([0, 0, 0], [0.2, 0.2, 0.2]);
  points[31] = NaN;
  expect(() => surfaceOf(points, surfaceSettings(H, 0))).toThrow(/particle 10 is at/);
  points[31] = 1e9;
  expect(() => surfaceOf(points, surfaceSettings(H, 0))).toThrow(/particle 10 is more than/);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quantityInfo } from '../../src/base/quantities.ts';
import { colliderShapes, type ColliderShape } from '../../src/collision/CollisionBody.ts';
import { createSurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { distanceAt, surfaceAt } from '../support/colliderShapes.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const SEED = 2208;

/** One entry per shape and option; `chord`: how far the shown facets lie from the true surface, m. */
const cases: { type: string; params: Record<string, number>; chord: number }[] = [
  { type: 'box', params: { sizeX: 1, sizeY: 0.6, sizeZ: 1.4 }, chord: 0 },
  { type: 'box', params: { sizeX: 1, sizeY: 0.6, sizeZ: 1.4, rounding: 0.1 }, chord: 0.005 },
  { type: 'box', params: { sizeX: 0.8, sizeY: 0.8, sizeZ: 0.8, rounding: 0.4 }, chord: 0.01 },
  { type: 'capsule', params: { radius: 0.3, length: 0.8 }, chord: 0.001 },
  { type: 'capsule', params: { radius: 0.3, length: 0 }, chord: 0.001 },
  { type: 'cup', params: { radius: 0.6, baseRadius: 0.4, height: 0.9, thickness: 0.12 }, chord: 0.001 },
  { type: 'cup', params: { radius: 0.4, baseRadius: 0.5, height: 0.7, thickness: 0.3 }, chord: 0.002 },
  { type: 'cylinder', params: { radius: 0.4, height: 1.1 }, chord: 0.001 },
  { type: 'cylinder', params: { radius: 0.4, height: 1.1, rounding: 0.15 }, chord: 0.002 },
  { type: 'cylinder', params: { radius: 0.4, height: 0.5, rounding: 0.25 }, chord: 0.003 },
  { type: 'cylinder', params: { radius: 0.3, height: 1, rounding: 0.3 }, chord: 0.003 },
  { type: 'gear', params: { teeth: 12, pitchRadius: 0.5, thickness: 0.3 }, chord: 0 },
  { type: 'gear', params: { teeth: 6, pitchRadius: 0.4, thickness: 0.5, pressureAngle: 0.45 }, chord: 0 },
  { type: 'gear', params: { teeth: 48, pitchRadius: 0.5, thickness: 0.2, bore: 0.2 }, chord: 0.001 },
  { type: 'plane', params: { displaySize: 20 }, chord: 0 },
  { type: 'sphere', params: { radius: 0.7 }, chord: 0.002 },
  { type: 'stairs', params: { steps: 5, rise: 0.2, tread: 0.3, width: 0.8 }, chord: 0 },
  { type: 'torus', params: { majorRadius: 0.5, minorRadius: 0.2 }, chord: 0.001 },
  {
    type: 'valley',
    params: { sizeX: 1.6, sizeZ: 1.2, height: 0.4, hillSize: 0.5, bedDepth: 0.1, bedWidth: 0.3, meander: 0.15 },
    chord: 0,
  },
];

function create(type: string, params: Record<string, number>): ColliderShape {
  const definition = colliderShapes.get(type);
  return definition.create(definition.params.parse(params));
}

const coordinate = fc.double({ min: -1.6, max: 1.6, noNaN: true });
const points = fc.tuple(coordinate, coordinate, coordinate);
/** Points in general position: none on an axis or a plane of symmetry. */
const scattered = fc.integer({ min: -16_000, max: 16_000 }).map((value) => 1e-4 * value + 3.7e-5);
const scatteredPoints = fc.tuple(scattered, scattered, scattered);
type Point = [number, number, number];
/** Properties return whether they hold: an expectation for each number takes most of the time. */
const isUnit = (normal: Float64Array): boolean => Math.abs(Math.hypot(...normal) - 1) < 5e-13;

it('finds the shapes that the folder holds, and every one is tested here', () => {
  expect(colliderShapes.types()).toEqual([
    'box',
    'capsule',
    'cup',
    'cylinder',
    'gear',
    'plane',
    'sphere',
    'stairs',
    'torus',
    'valley',
  ]);
  expect([...new Set(cases.map(({ type }) => type))]).toEqual(colliderShapes.types());
});

describe.each(cases)('$type $params', ({ type, params, chord }) => {
  const shape = create(type, params);
  const display = shape.display();
  const query = createSurfaceQuery(display);
  const at = (p: Point): number => distanceAt(shape, p);
  const bounded = type !== 'plane';

  it('agrees with the distance and side of its shown surface', () => {
    const inPlate = fc.tuple(coordinate, fc.double({ min: -0.04, max: 1.6, noNaN: true }), coordinate);
    fc.assert(
      fc.property(bounded ? points : inPlate, (p) => {
        return Math.abs(at(p) - query.signedDistance(...p)) <= chord + 1e-9;
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  it('is a distance: projecting along the normal ends on the surface, near and far', () => {
    const normal = new Float64Array(3);
    fc.assert(
      fc.property(points, fc.constantFrom(1, 1, 0.3, 20), (p, scale) => {
        const x = p.map((value) => value * scale) as Point;
        const distance = surfaceAt(shape, x, normal);
        const foot = x.map((value, k) => value - distance * normal[k]) as Point;
        return distance === at(x) && isUnit(normal) && Math.abs(at(foot)) < 1e-12 * (1 + Math.abs(distance)) * 10;
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  it('never changes faster than the way gone, and does not say that it may', () => {
    expect(shape.uneven).not.toBe(true);
    fc.assert(
      fc.property(points, points, fc.double({ min: 1e-4, max: 1, noNaN: true }), (p, q, share) => {
        const near = p.map((value, k) => value + (q[k] - value) * share) as Point;
        const way = Math.hypot(...p.map((value, k) => value - near[k]));
        return Math.abs(at(p) - at(near)) <= way * (1 + 1e-9) + 1e-12;
      }),
      { seed: SEED, numRuns: 600 },
    );
  });

  it('has a gradient of length one that is its normal, away from the medial axis', () => {
    const normal = new Float64Array(3);
    const h = 1e-6;
    let checked = 0;
    fc.assert(
      fc.property(scatteredPoints, (p) => {
        const here = surfaceAt(shape, p, normal);
        const slopes = [0, 1, 2].map((k) => {
          const ahead = at(p.map((value, axis) => (axis === k ? value + h : value)) as Point);
          const behind = at(p.map((value, axis) => (axis === k ? value - h : value)) as Point);
          return { ahead: (ahead - here) / h, behind: (here - behind) / h };
        });
        if (slopes.some(({ ahead, behind }) => Math.abs(ahead - behind) > 1e-3)) return true;
        checked++;
        return slopes.every(({ ahead, behind }, k) => Math.abs(0.5 * (ahead + behind) - normal[k]) < 5e-5);
      }),
      { seed: SEED, numRuns: 500 },
    );
    expect(checked).toBeGreaterThan(400);
  });

  it('has a unit normal at centres, on axes, edges and corners', () => {
    const normal = new Float64Array(3);
    const values = [-1, -0.5, -0.4, -0.3, 0, 0.3, 0.5, 1];
    const grid = values.flatMap((x) => values.flatMap((y) => values.map((zz): Point => [x, y, zz])));
    const isWrong = (p: ArrayLike<number>): boolean => {
      surfaceAt(shape, p, normal);
      return !isUnit(normal);
    };
    expect(grid.filter(isWrong)).toEqual([]);
    const corners = Array.from({ length: display.positions.length / 3 }, (_, k) =>
      display.positions.subarray(3 * k, 3 * k + 3),
    );
    expect(corners.filter(isWrong)).toEqual([]);
    if (bounded) expect(Math.max(...corners.map((p) => Math.abs(surfaceAt(shape, p, normal))))).toBeLessThan(1e-12);
  });

  it('stays within its bounds, tightly', () => {
    const box = shape.bounds;
    fc.assert(
      fc.property(points, (p) => {
        const inside = p.every((value, k) => value >= box[k] - 0.1 && value <= box[k + 3] + 0.1);
        return inside || at(p) > 0.1;
      }),
      { seed: SEED, numRuns: 600 },
    );
    if (!bounded) return;
    for (let k = 0; k < 3; k++) {
      const along = display.positions.filter((_, index) => index % 3 === k);
      expect(Math.abs(along.reduce((a, b) => Math.min(a, b)) - box[k])).toBeLessThan(chord + 1e-12);
      expect(Math.abs(along.reduce((a, b) => Math.max(a, b)) - box[k + 3])).toBeLessThan(chord + 1e-12);
    }
  });

  it('is shown closed and outward', () => {
    const { positions, triangles } = display;
    const edges = new Map<string, number>();
    let volume = 0;
    for (let face = 0; face < triangles.length; face += 3) {
      const corners = [0, 1, 2].map((k) => triangles[face + k]);
      const [a, b, c] = corners.map((vertex) => positions.subarray(3 * vertex, 3 * vertex + 3));
      volume +=
        (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
      for (let k = 0; k < 3; k++) {
        const key = `${corners[k]} ${corners[(k + 1) % 3]}`;
        edges.set(key, (edges.get(key) ?? 0) + 1);
      }
    }
    const isSound = ([key, count]: [string, number]) => count === 1 && edges.has(key.split(' ').reverse().join(' '));
    expect([...edges].filter((edge) => !isSound(edge))).toEqual([]);
    // Volume by Monte Carlo from the distance.
    if (!bounded) return;
    const box = shape.bounds;
    const steps = 24;
    let inside = 0;
    for (let n = 0; n < steps ** 3; n++) {
      const cell = [n % steps, Math.floor(n / steps) % steps, Math.floor(n / steps ** 2)];
      const p = cell.map((i, k) => box[k] + ((i + 0.5) / steps) * (box[k + 3] - box[k])) as Point;
      if (at(p) < 0) inside++;
    }
    const boxVolume = (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]);
    expect(volume / ((inside / steps ** 3) * boxVolume)).toBeCloseTo(1, 1);
  });
});

describe('definitions', () => {
  it.each(colliderShapes.all())('$type names its parameters with unit, help and default', (definition) => {
    expect(definition.params).toBeInstanceOf(z.ZodObject);
    for (const [name, schema] of Object.entries((definition.params as z.ZodObject).shape)) {
      const info = quantityInfo(schema as z.ZodType);
      expect(info, name).toBeDefined();
      expect(info?.help.length).toBeGreaterThan(10);
    }
    expect(() => definition.params.parse({ typo: 1 })).toThrow(/typo/);
    expect(distanceAt(definition.create(definition.params.parse({})), [0, 1e3, 0])).toBeGreaterThan(0);
  });

  it('refuse dimensions that contradict each other', () => {
    const refused: [string, Record<string, number>, RegExp][] = [
      ['torus', { majorRadius: 0.2, minorRadius: 0.3 }, /less than the major/],
      ['box', { sizeX: 1, sizeY: 0.1, sizeZ: 1, rounding: 0.2 }, /shortest side/],
      ['cylinder', { radius: 1, height: 0.1, rounding: 0.2 }, /half the height/],
      ['gear', { teeth: 10, pitchRadius: 1, bore: 0.9 }, /bore/],
      ['gear', { teeth: 10.5 }, /whole number/],
      ['stairs', { steps: 2.5 }, /whole number/],
      ['sphere', { radius: -1 }, /too_small|Too small/],
      ['sphere', { radius: NaN }, /nan|NaN/],
    ];
    for (const [type, params, message] of refused) {
      expect(() => colliderShapes.get(type).params.parse(params)).toThrow(message);
    }
  });
});

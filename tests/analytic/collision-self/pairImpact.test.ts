import { describe, expect, it } from 'vitest';
import {
  CLOSEST_SIZE,
  closestEdgeEdge,
  closestPointTriangle,
} from '../../../src/collision/selfContact/closestPoints.ts';
import { PairImpact } from '../../../src/collision/selfContact/PairImpact.ts';
import { createRandom } from '../../support/random.ts';

const GAP = 1e-6;
const CASES = 2000;
type Random = () => number;

/** Four points and their displacements. */
interface Path {
  readonly x: Float64Array;
  readonly u: Float64Array;
}

function randomPath(random: Random, size: number): Path {
  const x = Float64Array.from({ length: 12 }, () => random() - 0.5);
  const u = Float64Array.from({ length: 12 }, () => size * (random() - 0.5));
  return { x, u };
}

/** A path whose first primitive passes through a point of the second at some time, missing it by `miss` across the plane's normal at most. */
function aimedPath(random: Random, edges: boolean, miss: number): Path {
  const { x, u } = randomPath(random, 1.5);
  const t = 0.05 + 0.9 * random();
  const r = random();
  const s = random() * (edges ? 1 : 1 - r);
  const weights = edges ? [1 - r, r, s - 1, -s] : [1, r + s - 1, -r, -s];
  for (let axis = 0; axis < 3; axis++) {
    let apart = 0;
    for (let k = 0; k < 4; k++) apart += weights[k] * (x[3 * k + axis] + t * u[3 * k + axis]);
    const shift = miss * (random() - 0.5) - apart;
    x[axis] += shift;
    if (edges) x[3 + axis] += shift;
  }
  return { x, u };
}

/** Returns a path in the plane z = 0, moved along it, then turned. */
function coplanarPath(random: Random): Path {
  const { x, u } = randomPath(random, 2);
  for (let k = 0; k < 4; k++) {
    x[3 * k + 2] = 0;
    u[3 * k + 2] = 0;
  }
  return { x, u };
}

function parallelEdges(random: Random): Path {
  const { x, u } = randomPath(random, 1.5);
  const slide = random() - 0.5;
  for (let axis = 0; axis < 3; axis++) {
    x[9 + axis] = x[6 + axis] + (0.5 + slide) * (x[3 + axis] - x[axis]);
    u[3 + axis] = u[axis];
    u[9 + axis] = u[6 + axis];
    // Meet at about the middle of the step.
    u[axis] = u[6 + axis] + 2 * (x[6 + axis] - x[axis]) + 0.2 * slide * (x[3 + axis] - x[axis]);
    u[3 + axis] = u[axis];
  }
  return { x, u };
}

const moved = new Float64Array(12);
const closest = new Float64Array(CLOSEST_SIZE);

/** Distance along the path, m. */
function distanceAt({ x, u }: Path, edges: boolean, t: number): number {
  for (let k = 0; k < 12; k++) moved[k] = x[k] + t * u[k];
  if (edges) closestEdgeEdge(moved, closest);
  else closestPointTriangle(moved, closest);
  return Math.sqrt(closest[7]);
}

/**
 * Smallest distance over the step, up to 1e-9 where it is below twice the gap: sampled ever more densely wherever the speed allows less than
 * that, and than what was found.
 */
function smallestDistance(path: Path, edges: boolean): number {
  let speed = 0;
  for (let i = 0; i < (edges ? 2 : 1); i++) {
    for (let j = edges ? 2 : 1; j < 4; j++) {
      const d = [0, 1, 2].map((axis) => path.u[3 * i + axis] - path.u[3 * j + axis]);
      speed = Math.max(speed, Math.hypot(...d));
    }
  }
  let best = Math.min(distanceAt(path, edges, 0), distanceAt(path, edges, 1));
  const open: [number, number][] = [[0, 1]];
  while (open.length > 0) {
    const [low, high] = open.pop() as [number, number];
    const middle = (low + high) / 2;
    const distance = distanceAt(path, edges, middle);
    best = Math.min(best, distance);
    const least = distance - (speed * (high - low)) / 2;
    if (best < 1e-9 || least > 3 * GAP || least > best - 5e-10) continue;
    open.push([low, middle], [middle, high]);
  }
  return best;
}

function isFound(impact: PairImpact, path: Path, edges: boolean): boolean {
  impact.load(path.x, path.u, 0, 1, 2, 3);
  return impact.find(edges);
}

/** Both ways: every passage is found, nothing farther than the gap is. */
function check(name: string, edges: boolean, draw: (random: Random) => Path): { passed: number; missed: number } {
  const random = createRandom(name);
  const impact = new PairImpact();
  impact.gap = GAP;
  const tally = { passed: 0, missed: 0 };
  for (let k = 0; k < CASES; k++) {
    const path = draw(random);
    if (distanceAt(path, edges, 0) < 2 * GAP) continue;
    const distance = smallestDistance(path, edges);
    const found = isFound(impact, path, edges);
    if (distance < 1e-9) {
      tally.passed++;
      expect(found, `${name} ${k}: passes`).toBe(true);
    } else if (distance > 2 * GAP) {
      tally.missed++;
      expect(found, `${name} ${k}: misses by ${distance}`).toBe(false);
    } else if (distanceAt(path, edges, 1) < GAP) expect(found, `${name} ${k}: ends close`).toBe(true);
  }
  return tally;
}

describe('continuous collision against densely sampled distances', () => {
  for (const edges of [false, true]) {
    const kind = edges ? 'two edges' : 'a point and a triangle';
    it(`of ${kind} at random`, () => {
      const { passed, missed } = check(`random ${kind}`, edges, (random) => randomPath(random, 3));
      expect(Math.min(passed, missed)).toBeGreaterThan(100);
    });
    it(`of ${kind} that meet`, () => {
      const { passed } = check(`aimed ${kind}`, edges, (random) => aimedPath(random, edges, 0));
      expect(passed).toBeGreaterThan(0.99 * CASES);
    });
    it(`of ${kind} that hardly miss or meet`, () => {
      const { passed, missed } = check(`grazing ${kind}`, edges, (random) => aimedPath(random, edges, 1e-4));
      expect(passed + missed).toBeGreaterThan(0.9 * CASES);
    });
    it(`of ${kind} that stay in one plane`, () => {
      const { missed } = check(`coplanar ${kind}`, edges, coplanarPath);
      expect(missed).toBeGreaterThan(100);
    });
  }
  it('of parallel edges', () => {
    const { passed } = check('parallel edges', true, parallelEdges);
    expect(passed).toBeGreaterThan(300);
  });
});

describe('an impact', () => {
  it.each([false, true])(
    'has a normal from the second to the first, along which they approach (edges: %s)',
    (edges) => {
      const random = createRandom(`normals ${edges}`);
      const impact = new PairImpact();
      impact.gap = GAP;
      const separations = new Float64Array(2);
      let found = 0;
      for (let k = 0; k < CASES; k++) {
        const path = aimedPath(random, edges, 0);
        if (!isFound(impact, path, edges)) continue;
        found++;
        impact.separations(separations);
        expect(Math.hypot(...impact.normal)).toBeCloseTo(1, 12);
        expect(impact.weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(0, 12);
        expect(separations[0]).toBeGreaterThan(-1e-9);
        expect(separations[1]).toBeLessThan(1e-9);
      }
      expect(found).toBeGreaterThan(0.99 * CASES);
    },
  );

  it('is none where nothing moves and nothing is near', () => {
    const impact = new PairImpact();
    impact.gap = GAP;
    const still = new Float64Array(12);
    expect(isFound(impact, { x: Float64Array.of(0.2, 0.2, 1e-3, 0, 0, 0, 1, 0, 0, 0, 1, 0), u: still }, false)).toBe(
      false,
    );
    expect(isFound(impact, { x: Float64Array.of(2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0), u: still }, false)).toBe(false);
  });

  it('is found where a pair ends closer than the gap, and, leniently, only where it closed', () => {
    const impact = new PairImpact();
    impact.gap = GAP;
    const x = Float64Array.of(0.2, 0.2, 5e-7, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    const u = new Float64Array(12);
    expect(isFound(impact, { x, u }, false)).toBe(true);
    expect(impact.normal[2]).toBeCloseTo(1, 12);
    impact.lenient = true;
    expect(isFound(impact, { x, u }, false)).toBe(false);
    u[2] = -1e-7;
    expect(isFound(impact, { x, u }, false)).toBe(true);
  });
});

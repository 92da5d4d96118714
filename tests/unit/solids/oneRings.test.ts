import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { OneRingMatrix, ringVolumes } from '../../../src/solids/incompressibility/OneRingMatrix.ts';
import { oneRings } from '../../../src/solids/incompressibility/OneRings.ts';
import { PairConstraints } from '../../../src/solids/incompressibility/PairConstraints.ts';
import { boxOfHexes, boxOfTets } from '../../support/bodies.ts';
import { spread } from '../../support/tetBodies.ts';

const bodies = [
  ['tets', boxOfTets([2, 3, 2], [1, 1.5, 1])],
  ['hexes', boxOfHexes([2, 2, 2], [1, 1.5, 1])],
] as const;

describe.each(bodies)('one-rings of %s', (_name, body) => {
  const rings = oneRings(body);
  const random = new SeededRandom('rings');
  const bent = body.restPositions.map((x) => x + spread(random, 0.1));
  const count = rings.vertexCount;
  const volumesAt = (x: Float64Array) => {
    const volumes = new Float64Array(count);
    ringVolumes(rings, x, volumes);
    return volumes;
  };
  const matrix = new OneRingMatrix(rings, new Float64Array(rings.cells.length / 4).fill(0.1));
  matrix.update(bent);

  test('share out the body', () => {
    expect(volumesAt(body.restPositions).reduce((sum, v) => sum + v)).toBeCloseTo(1.5, 12);
  });

  test('B v is the rate of the volumes', () => {
    const v = bent.map(() => spread(random, 1));
    const rates = new Float64Array(count);
    matrix.multiplyRates(v, rates);
    const h = 1e-5;
    const after = volumesAt(bent.map((x, k) => x + h * v[k]));
    const before = volumesAt(bent.map((x, k) => x - h * v[k]));
    rates.forEach((rate, i) => expect((after[i] - before[i]) / (2 * h)).toBeCloseTo(rate, 8));
  });

  test('smoothing keeps the whole volume: S is symmetric, semidefinite and forgets constants', () => {
    const p = new Float64Array(count).map(() => spread(random, 1));
    const q = new Float64Array(count).map(() => spread(random, 1));
    const smoothed = [p, q, new Float64Array(count).fill(1)].map((x) => {
      const out = new Float64Array(count);
      matrix.smooth(x, out);
      return out;
    });
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
    expect(dot(p, smoothed[1])).toBeCloseTo(dot(q, smoothed[0]), 14);
    expect(dot(p, smoothed[0])).toBeGreaterThan(0);
    expect(Math.abs(smoothed[0].reduce((sum, value) => sum + value))).toBeLessThan(1e-14);
    for (const value of smoothed[2]) expect(Math.abs(value)).toBeLessThan(1e-14);
  });

  test('B^T is the transpose of B, by rows as by elements, and makes no force or torque', () => {
    const v = bent.map(() => spread(random, 1));
    const p = new Float64Array(count).map(() => spread(random, 1));
    const rates = new Float64Array(count);
    const pushes = new Float64Array(3 * count);
    const forces = new Float64Array(3 * count);
    matrix.multiplyRates(v, rates);
    matrix.multiplyPushes(p, pushes);
    matrix.forces(p, forces);
    const power = forces.reduce((sum, f, k) => sum + f * v[k], 0);
    expect(rates.reduce((sum, rate, i) => sum + rate * p[i], 0)).toBeCloseTo(power, 12);
    forces.forEach((f, k) => expect(pushes[k]).toBeCloseTo(f, 12));
    const sums = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < forces.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const [a, b] = [k + ((axis + 1) % 3), k + ((axis + 2) % 3)];
        sums[axis] += forces[k + axis];
        sums[3 + axis] += bent[a] * forces[b] - bent[b] * forces[a];
      }
    }
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-13);
  });
});

describe('constraints between touching vertices', () => {
  const inverseMasses = Float64Array.of(1, 0.5, 2, 1, 3, 0.25);
  const pairs = new PairConstraints(2);
  pairs.count = 2;
  pairs.vertices.set([0, 1, 2, 3, 2, 3, 4, 5]);
  pairs.weights.set([1, -0.2, -0.3, -0.5, 0.4, 0.6, -0.7, -0.3]);
  pairs.directions.set([0, 1, 0, 0.6, 0.8, 0]);
  const rate = (i: number, v: Float64Array) => {
    let sum = 0;
    for (let j = 4 * i; j < 4 * i + 4; j++) {
      for (let axis = 0; axis < 3; axis++) {
        sum += pairs.weights[j] * pairs.directions[3 * i + axis] * v[3 * pairs.vertices[j] + axis];
      }
    }
    return sum;
  };
  const random = new SeededRandom('pairs');
  const impulse = () => new Float64Array(18).map(() => spread(random, 1));
  const response = (j: Float64Array) => {
    const v = j.map((value, k) => value * inverseMasses[Math.floor(k / 3)]);
    pairs.sweep(inverseMasses, v);
    return v;
  };

  test('P M^-1 of a sweep is symmetric', () => {
    const a = impulse();
    const b = impulse();
    const power = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, k) => sum + value * y[k], 0);
    expect(power(a, response(b))).toBeCloseTo(power(b, response(a)), 12);
  });

  test('sweeps satisfy overlapping constraints, the first at once', () => {
    const v = response(impulse());
    expect(Math.abs(rate(0, v))).toBeLessThan(1e-14);
    for (let round = 0; round < 40; round++) pairs.sweep(inverseMasses, v);
    expect(Math.abs(rate(1, v))).toBeLessThan(1e-9);
  });
});

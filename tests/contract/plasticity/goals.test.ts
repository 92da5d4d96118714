import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { goalPositions, goalShapes } from '../../../src/plasticity/GoalShape.ts';
import { packedDistance } from '../../../src/plasticity/goalRule.ts';
import { plasticGoal, type PlasticGoal } from '../../../src/plasticity/PlasticGoal.ts';
import { yieldLaws } from '../../../src/plasticity/YieldLaw.ts';
import { elementQuadrature } from '../../../src/solids/elementQuadrature.ts';
import { boxOfTets } from '../../support/bodies.ts';
import {
  determinantOfLog,
  diagonal,
  multiply,
  PlasticPoint,
  positionsOf,
  rotation,
  tetBody,
  transpose,
  type Matrix,
} from '../../support/plasticPoint.ts';

const law = (params: Record<string, unknown> = {}, type = 'log-strain') =>
  yieldLaws.get(type).create(yieldLaws.get(type).params.parse(params));

interface GoalOptions {
  readonly strength?: number;
  readonly guidance?: number;
  readonly deviatoric?: boolean;
  readonly stretchLimit?: number;
}

function goalAt(f: Matrix, options: GoalOptions = {}): PlasticGoal {
  const { strength = 1, guidance = 0, deviatoric = true, stretchLimit = 4 } = options;
  return plasticGoal({
    body: tetBody,
    positions: positionsOf(f),
    stretchLimit,
    deviatoric,
    strengthOf: () => strength,
    guidance,
  });
}

/** Deformations without inversion, seeded. */
function deformations(seed: number, count: number, size: number): number[][] {
  const random = new SeededRandom(seed);
  const signed = (most: number) => most * (2 * random.uniform() - 1);
  return Array.from({ length: count }, () => {
    const stretch = diagonal(Math.exp(signed(size)), Math.exp(signed(size)), Math.exp(signed(size)));
    const turn = () => rotation([signed(1), 1, signed(1)], signed(3));
    return multiply(turn(), multiply(stretch, turn()));
  });
}

const GOAL = multiply(
  rotation([1, 2, 3], 0.7),
  multiply(diagonal(1.6, 0.5, 1.25), transpose(rotation([1, 2, 3], 0.7))),
);

describe('a goal', () => {
  test('is the logarithm of the right stretch, without rotation', () => {
    const turned = multiply(rotation([0, 1, 4], 2), GOAL);
    const [plain, rotated] = [goalAt(GOAL).logs, goalAt(turned).logs];
    for (let k = 0; k < 6; k++) expect(rotated[k]).toBeCloseTo(plain[k], 13);
    expect(determinantOfLog(plain)).toBeCloseTo(1, 13);
    expect(packedDistance(plain, 0)).toBeCloseTo(Math.hypot(Math.log(1.6), Math.log(0.5), Math.log(1.25)), 12);
  });

  test('beyond the stretch limit is brought to it and counted; one turned inside out directs nothing', () => {
    const far = goalAt(diagonal(1, 0.1, 10));
    expect([far.clamped, far.inverted, far.has[0]]).toEqual([1, 0, 1]);
    expect(Math.abs(far.logs[3])).toBeCloseTo(Math.log(4), 12);
    const inverted = goalAt(diagonal(1, -0.5, 1));
    expect([inverted.clamped, inverted.inverted, inverted.has[0]]).toEqual([0, 1, 0]);
    expect(goalAt(diagonal(NaN, 1, 1)).inverted).toBe(1);
    expect(goalAt(diagonal(0, 1, 1)).inverted).toBe(1);
    const [free, undirected] = [new PlasticPoint({ law: law() }), new PlasticPoint({ law: law(), goal: inverted })];
    for (const f of deformations(1, 20, 0.5)) {
      free.step(f);
      undirected.step(f);
    }
    expect(undirected.flow.strain).toEqual(free.flow.strain);
  });

  test('of flow that keeps the volume has no trace, that of compressible flow has', () => {
    const half = diagonal(0.5, 0.5, 0.5);
    expect(packedDistance(goalAt(half).logs, 0)).toBeCloseTo(0, 12);
    expect(packedDistance(goalAt(half, { deviatoric: false }).logs, 0)).toBeCloseTo(Math.sqrt(3) * Math.LN2, 12);
  });
});

describe.each<[string, Record<string, unknown>, boolean]>([
  ['log-strain', {}, true],
  ['log-strain', { compressible: true }, false],
  ['rate', { flowTime: 0.02, hardening: 0.1 }, true],
])('flow directed to a goal, %s %j', (type, params, deviatoric) => {
  test.each([0, 0.5, 1])('never rises its distance to the goal, guidance %d', (guidance) => {
    const goal = goalAt(GOAL, { guidance, deviatoric });
    const point = new PlasticPoint({ law: law(params, type), goal });
    let before = packedDistance(point.flow.strain, 0, goal.logs);
    const start = before;
    for (const f of deformations(5, 400, 0.8)) {
      point.step(f);
      const after = packedDistance(point.flow.strain, 0, goal.logs);
      expect(after).toBeLessThanOrEqual(before + 1e-12);
      before = after;
    }
    expect(before).toBeLessThan(0.9 * start);
  });

  test('gets nearer with more guidance', () => {
    const left = [0, 1].map((guidance) => {
      const goal = goalAt(GOAL, { guidance, deviatoric });
      const point = new PlasticPoint({ law: law(params, type), goal });
      for (const f of deformations(9, 30, 0.4)) point.step(f);
      return packedDistance(point.flow.strain, 0, goal.logs);
    });
    expect(left[1]).toBeLessThan(0.9 * left[0]);
  });
});

test('flow of no strength gives up as much strain as if there were no goal', () => {
  const free = new PlasticPoint({ law: law() });
  const directed = new PlasticPoint({ law: law(), goal: goalAt(GOAL, { strength: 0 }) });
  for (const f of deformations(2, 50, 0.5)) {
    free.step(f);
    directed.step(f);
    expect(directed.deviator(f)).toBeCloseTo(free.deviator(f), 9);
  }
});

test('strength is a second yield: beyond k times the first a point flows wherever it is driven', () => {
  const gamma = 0.05;
  for (const strength of [0.5, 0.75]) {
    // The goal lies the other way.
    const goal = goalAt(diagonal(2, 0.5, 1), { strength });
    const point = new PlasticPoint({ law: law({ yieldStrain: gamma }), goal });
    const f = diagonal(0.6, 1 / 0.6, 1);
    for (let k = 0; k < 3; k++) point.step(f);
    expect(point.deviator(f)).toBeCloseTo(gamma / (1 - strength), 10);
  }
  const strict = new PlasticPoint({ law: law({ yieldStrain: gamma }), goal: goalAt(diagonal(2, 0.5, 1)) });
  strict.step(diagonal(0.6, 1 / 0.6, 1));
  expect(packedDistance(strict.flow.strain, 0)).toBe(0);
});

test('pull halves the distance in its half-time, in substeps of any length', () => {
  const goal = goalAt(GOAL);
  const start = packedDistance(goal.logs, 0);
  for (const substeps of [1, 7, 300]) {
    const point = new PlasticPoint({ law: law({ yieldStrain: 2 }), goal });
    for (let k = 0; k < substeps; k++) point.step(diagonal(1, 1, 1), 0.5 / substeps, Math.LN2 / 0.5);
    expect(packedDistance(point.flow.strain, 0, goal.logs) / start).toBeCloseTo(0.5, 12);
  }
});

describe.each(goalShapes.types())('goal shape %s', (type) => {
  const { params } = goalShapes.get(type);

  test('is smooth, finite, keeps the middle in place and changes the shape', () => {
    const random = new SeededRandom('goal shapes');
    const positions = Float64Array.from({ length: 600 }, () => random.between(4, 6));
    const goal = goalPositions([{ type, params: params.parse({}) }], positions);
    expect(goal.length).toBe(positions.length);
    expect(goal.every(Number.isFinite)).toBe(true);
    expect(goal.some((value, k) => Math.abs(value - positions[k]) > 0.1)).toBe(true);
    const centred = Float64Array.of(-1, -1, -1, 1, 1, 1, 0, 0, 0, 1e-4, 0, 0);
    const middle = goalPositions([{ type, params: params.parse({}) }], centred);
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(middle[6 + axis])).toBeLessThan(1e-12);
      expect(Math.abs(middle[9 + axis] - middle[6 + axis])).toBeLessThan(2e-4);
    }
  });

  test('does not turn a slender bar inside out by its defaults', () => {
    const size = 0.1;
    for (let x = -5; x <= 5; x++) {
      const at = [x / 5, 0.02, -0.03];
      const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].map((v, k) => at[k % 3] + size * v);
      // The box of the bar, then the element.
      const points = Float64Array.from([-2, -size, -size, 2, size, size, ...corners]);
      const goal = goalPositions([{ type, params: params.parse({}) }], points).subarray(6);
      const edges = [3, 6, 9].map((c) => [0, 1, 2].map((axis) => goal[c + axis] - goal[axis]));
      const [a, b, c] = edges;
      const volume =
        (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] + (a[0] * b[1] - a[1] * b[0]) * c[2];
      expect(volume).toBeGreaterThan(0);
    }
  });
});

test('a goal that is sculpted is what each step makes of the one before it', () => {
  const positions = Float64Array.from({ length: 90 }, (_, k) => Math.sin(7 * k));
  const [stretch, twist] = [
    { type: 'stretch', params: { x: 1, y: 2, z: 1 } },
    { type: 'twist', params: { angle: 1, axis: 'y' } },
  ];
  const both = goalPositions([stretch, twist], positions);
  expect([...both]).toEqual([...goalPositions([twist], goalPositions([stretch], positions))]);
  expect([...goalPositions([], positions)]).toEqual([...positions]);
});

describe('a goal with noise', () => {
  const mesh = boxOfTets([4, 4, 4], [1, 1, 1], 5);
  const quadrature = elementQuadrature(mesh);
  const body = { ...quadrature, elements: mesh.elements, frequencySquares: quadrature.weights };
  const random = new SeededRandom('noisy goal');
  const noise = mesh.restPositions.map(() => random.between(-0.05, 0.05));
  const goal = (smoothing: number, amount = 1) =>
    plasticGoal({
      body,
      positions: mesh.restPositions.map((x, k) => x * [1.3, 0.8, 1][k % 3] + amount * noise[k]),
      stretchLimit: 4,
      deviatoric: true,
      strengthOf: () => 1,
      guidance: 0,
      smoothing,
    });

  test('is counted, one that is smooth is not', () => {
    expect(goal(0).noisy).toBeGreaterThan(50);
    expect(goal(0, 0).noisy).toBe(0);
  });

  test('is evened out by smoothing, which leaves a smooth one alone and keeps the volume', () => {
    const smooth = goal(0, 0).logs;
    const away = (logs: Float64Array) => {
      let sum = 0;
      for (let k = 0; k < logs.length; k += 6) sum += packedDistance(logs, k, smooth);
      return sum / (logs.length / 6);
    };
    expect(away(goal(3).logs)).toBeLessThan(0.35 * away(goal(0).logs));
    expect(away(goal(10, 0).logs)).toBeLessThan(1e-12);
    expect(goal(3).noisy).toBe(0);
    for (let k = 0; k < smooth.length; k += 6) expect(determinantOfLog(goal(3).logs.subarray(k))).toBeCloseTo(1, 12);
  });

  test('directs elements that are turned inside out once it is smoothed', () => {
    const turned = (smoothing: number) => goal(smoothing, 3);
    expect(turned(0).inverted).toBeGreaterThan(3);
    expect(turned(1).inverted).toBe(0);
    expect(turned(1).has.every((has) => has === 1)).toBe(true);
  });
});

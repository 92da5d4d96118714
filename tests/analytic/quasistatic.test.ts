import { describe, expect, test } from 'vitest';
import { CoreError } from '../../src/base/errors.ts';
import { SeededRandom } from '../support/random.ts';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { shapeFrom } from '../support/colliderShapes.ts';
import { boxOfTets } from '../support/bodies.ts';
import { createQuasistatic } from '../support/quasistatic.ts';
import {
  clamp,
  createIntegrator,
  createModel,
  halfSpace,
  operatorImplementations,
  shapeError,
  solidBody,
  standing,
} from '../support/solids.ts';
import { spread } from '../support/tetBodies.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const LENGTH = 1;
const YOUNGS = 1e5;
const DENSITY = 1000;
const GRAVITY = 9.81;

/** A bar from y = 0 up to y = 1 m. */
const bar = boxOfTets([2, 12, 2], [0.15, LENGTH, 0.15]);
const top = clamp(bar, (_x, y) => y > LENGTH - 1e-9);

function hanging(type: string, poissonRatio: number) {
  return solidBody(bar, { model: createModel(type, YOUNGS, poissonRatio), density: DENSITY, dampingTime: 0.05 });
}

/** Mean height of the vertices at y = 0 at rest. */
function tip(positions: Float64Array): number {
  const heights: number[] = [];
  for (let k = 0; k < positions.length; k += 3) if (bar.restPositions[k + 1] === 0) heights.push(positions[k + 1]);
  return heights.reduce((sum, y) => sum + y / heights.length, 0);
}

describe.each(operatorImplementations)('a quasistatic body with %s operators', (_name, create) => {
  test('hangs under its weight as the closed form says', () => {
    // Rotated linear at Poisson's ratio 0 is Hooke's law along the bar: every cross-section carries what hangs below it.
    const body = createQuasistatic(hanging('rotated-linear', 0), create, { gravity: [0, -GRAVITY, 0], targets: [top] });
    body.settle(0);
    const stretch = (DENSITY * GRAVITY * LENGTH * LENGTH) / (2 * YOUNGS);
    // Lumped masses of six tetrahedra per cell are not quite the same over a cross-section.
    expect(Math.abs(tip(body.positions) / -stretch - 1)).toBeLessThan(2e-4);
    expect(body.equilibrium.newtonIterations).toBeLessThan(10);
    expect(body.equilibrium.residual).toBeLessThan(1e-5);
  });

  test.each(['neo-hookean', 'rotated-linear', 'st-venant-kirchhoff'])(
    'of the %s model hangs as it does after moving long enough',
    (model) => {
      const options = { gravity: [0, -GRAVITY, 0], targets: [top] };
      const input = hanging(model, 0.3);
      const body = createQuasistatic(input, create, options);
      body.settle(0);
      const moving = createIntegrator(input, create(input), { ...options, positions: body.positions, dragAt: () => 2 });
      for (let frame = 0; frame < 12; frame++) advanceFrame(moving, frame / 24, (frame + 1) / 24);
      expect(largestDistance(moving.positions, body.positions)).toBeLessThan(2e-5 * LENGTH);
    },
  );

  test.each([
    ['crushed into a point', () => [0, 0.5, 0]],
    ['mirrored', (x: number, y: number, z: number) => [x, LENGTH + 0.6 * (LENGTH - y), z]],
    [
      'shuffled',
      (_x: number, _y: number, _z: number, random: SeededRandom) => [0, 1, 2].map(() => spread(random, 0.3)),
    ],
  ] as const)('finds the same shape when it is %s at the start', (_how, place) => {
    const options = { gravity: [0, -GRAVITY, 0], targets: [top] };
    const regular = createQuasistatic(hanging('rotated-linear', 0.3), create, options);
    regular.settle(0);
    const random = new SeededRandom('start');
    const positions = new Float64Array(bar.restPositions.length);
    for (let k = 0; k < positions.length; k += 3) {
      const [x, y, z] = bar.restPositions.subarray(k, k + 3);
      positions.set(y > LENGTH - 1e-9 ? [x, y, z] : place(x, y, z, random), k);
    }
    const body = createQuasistatic(hanging('rotated-linear', 0.3), create, { ...options, positions });
    body.settle(0);
    expect(largestDistance(body.positions, regular.positions)).toBeLessThan(2e-5 * LENGTH);
  });

  test('depends on where it is held, not on the way there', () => {
    const bent = (time: number, out: Float64Array) => {
      for (let i = 0; i < top.vertices.length; i++) {
        const [x, y, z] = bar.restPositions.subarray(3 * top.vertices[i], 3 * top.vertices[i] + 3);
        const [s, c] = [Math.sin(time), Math.cos(time)];
        out.set([c * x - s * (y - LENGTH), LENGTH + s * x + c * (y - LENGTH), z], 3 * i);
      }
    };
    const options = { gravity: [2, -GRAVITY, 0], targets: [{ ...top, positionsAt: bent }] };
    const slow = createQuasistatic(hanging('neo-hookean', 0.3), create, options);
    const fast = createQuasistatic(hanging('neo-hookean', 0.3), create, options);
    for (let k = 0; k < 8; k++) advanceFrame(slow, k / 8, (k + 1) / 8);
    advanceFrame(fast, 0, 1);
    expect(largestDistance(slow.positions, fast.positions)).toBeLessThan(2e-5 * LENGTH);
  });

  test('rests on a plane with its weight, and is let go when the plane pulls', () => {
    const block = boxOfTets([3, 3, 3], [0.3, 0.3, 0.3]);
    const input = solidBody(block, { youngsModulus: 2e4, poissonRatio: 0.3, density: DENSITY });
    const colliders = [standing(halfSpace([0, 1, 0], [0, -0.02, 0]), 0)];
    const body = createQuasistatic(input, create, { gravity: [0, -GRAVITY, 0], colliders });
    body.settle(0);
    const lowest = body.positions.filter((_, k) => k % 3 === 1).reduce((a, b) => Math.min(a, b));
    expect(lowest).toBeCloseTo(-0.02, 9);
    const operators = create(input);
    operators.updateElastic(body.positions, 1);
    let carried = 0;
    let weight = 0;
    for (let v = 0; v < operators.vertexCount; v++) {
      weight += operators.masses[v] * GRAVITY;
      if (body.positions[3 * v + 1] < lowest + 1e-9)
        carried -= operators.elasticForce[3 * v + 1] - operators.masses[v] * GRAVITY;
    }
    expect(Math.abs(carried / weight - 1)).toBeLessThan(1e-4);
    const lifted = createQuasistatic(input, create, {
      colliders,
      positions: block.restPositions.map((y, k) => (k % 3 === 1 ? y - 0.05 : y)),
    });
    lifted.settle(0);
    expect(shapeError(lifted.positions, block.restPositions)).toBeLessThan(1e-5);
  });

  test('lies over a ball without a vertex inside', () => {
    const slab = boxOfTets([8, 1, 8], [0.8, 0.1, 0.8]);
    const input = solidBody(slab, { youngsModulus: 3e4, poissonRatio: 0.3, density: DENSITY });
    const middle = clamp(slab, (x, y, z) => Math.abs(x - 0.4) < 0.051 && Math.abs(z - 0.4) < 0.051 && y > 0.09);
    const ball = shapeFrom(
      (x, y, z) => Math.hypot(x - 0.4, y + 0.31, z - 0.4) - 0.3,
      (x, y, z) => [x - 0.4, y + 0.31, z - 0.4].map((n) => n / Math.hypot(x - 0.4, y + 0.31, z - 0.4)),
      [0.1, -0.61, 0.1, 0.7, -0.01, 0.7],
    );
    const body = createQuasistatic(input, create, {
      gravity: [0, -GRAVITY, 0],
      targets: [middle],
      colliders: [standing(ball, 0)],
    });
    body.settle(0);
    for (let k = 0; k < body.positions.length; k += 3) {
      const [x, y, z] = body.positions.subarray(k, k + 3);
      expect(Math.hypot(x - 0.4, y + 0.31, z - 0.4)).toBeGreaterThan(0.3 - 1e-6);
    }
    // Its rim hangs down, which it could not without lying on the ball.
    expect(body.positions[1]).toBeLessThan(-0.02);
  });

  test('is pulled by springs', () => {
    const stiffness = 4000;
    const spring = { ...top, spring: { stiffness, dampingRatio: 0 } };
    const input = hanging('rotated-linear', 0);
    const body = createQuasistatic(input, create, { gravity: [0, -GRAVITY, 0], targets: [spring] });
    body.settle(0);
    const mass = create(input).masses.reduce((sum, m) => sum + m, 0);
    const sag = (mass * GRAVITY) / (stiffness * top.vertices.length);
    let mean = 0;
    for (const v of top.vertices) mean += (LENGTH - body.positions[3 * v + 1]) / top.vertices.length;
    expect(mean / sag).toBeCloseTo(1, 4);
  });

  test('says so when nothing holds it', () => {
    const body = createQuasistatic(hanging('rotated-linear', 0), create, { gravity: [0, -GRAVITY, 0] });
    const failure = caught(() => body.settle(0));
    expect(failure).toBeInstanceOf(CoreError);
    expect(failure).toMatchObject({
      code: 'simulation-failed',
      message: expect.stringContaining('nothing constrains it') as string,
    });
    expect((failure as CoreError).remedy).toContain('pin');
    // The state is what it was.
    expect(body.positions).toEqual(bar.restPositions);
  });
});

test('a quasistatic body has the same bytes for any number of threads, and after a checkpoint', () => {
  const positions = [1, 2, 3].map((threads) => {
    const pool = new KernelPool(compileKernels(threads > 1), { threads });
    const turning = (time: number, out: Float64Array) =>
      top.vertices.forEach((v, i) => {
        const [x, , z] = bar.restPositions.subarray(3 * v, 3 * v + 3);
        out.set([x + 0.2 * time, LENGTH, z], 3 * i);
      });
    const ground = standing(halfSpace([0, 1, 0], [0, -0.01, 0]), 0);
    const make = () =>
      createQuasistatic(hanging('neo-hookean', 0.4), (input) => new KernelSolidOperators(input, pool), {
        gravity: [0, -GRAVITY, 0],
        targets: [{ ...top, positionsAt: turning }],
        colliders: [ground],
      });
    const whole = make();
    whole.settle(0);
    advanceFrame(whole, 0, 0.5);
    const resumed = make();
    resumed.state.load(whole.state.save());
    for (const body of [whole, resumed]) advanceFrame(body, 0.5, 1);
    expect(resumed.positions).toEqual(whole.positions);
    pool.dispose();
    return whole.positions;
  });
  expect(positions[1]).toEqual(positions[0]);
  expect(positions[2]).toEqual(positions[0]);
});

function caught(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

function largestDistance(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < a.length; k += 3) {
    largest = Math.max(largest, Math.hypot(a[k] - b[k], a[k + 1] - b[k + 1], a[k + 2] - b[k + 2]));
  }
  return largest;
}

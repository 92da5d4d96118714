import { describe, expect, test } from 'vitest';
import type { ColliderShape } from '../../../src/collision/CollisionBody.ts';
import { CoupledStep } from '../../../src/coupling/CoupledStep.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { openFaces } from '../../../src/liquids/walls/openFaces.ts';
import { floatingBox, rigidInLiquid } from '../../support/rigidInPool.ts';
import { boxOf, shapeOf, type TestBody } from '../../support/rigidWorld.ts';
import { type FloatingBox, metacentricHeight, TankModes } from '../../support/tankModes.ts';

const GRAVITY = 9.81;
/** s. */
const STEP = 0.01;
const WATER = 1000;

/** A coupled step of a rigid body in still water, whose surface is where `phi`, m, is 0, of a box of 1 m in `cells` cells. */
function struck(given: TestBody, cells: number, gravity: number, phiAt: (x: number, y: number, z: number) => number) {
  const grid = new CellGrid([cells, cells, cells], 1 / cells);
  const open = faceArrays(grid);
  openFaces(
    grid,
    new Float64Array(grid.size).fill(1),
    open,
    Array.from({ length: 3 }, () => [true, true]),
  );
  const velocity = faceArrays(grid);
  velocity[1].fill(-gravity * STEP);
  const phi = new Float64Array(grid.size).fill(1);
  grid.forEach((c, i, j, k) => {
    phi[c] = phiAt((i + 0.5) * grid.h, (j + 0.5) * grid.h, (k + 0.5) * grid.h);
  });
  const { body, floating } = rigidInLiquid(given);
  const settings = { density: WATER, gravity: [0, -gravity, 0], tolerance: 1e-13, maxIterations: 500 };
  const step = new CoupledStep(grid, settings, [floating]);
  body.accelerate(Float64Array.of(0, -gravity, 0), 0, STEP);
  step.cover(open);
  step.project({ velocity, open, solidVelocity: faceArrays(grid), phi }, STEP);
  floating.finish();
  return { body, grid, velocity, open, phi };
}

/** Draught, m, at which a body of `density` over that of water neither rises nor sinks, by bisection; `half` of its height, m. */
function restingDraught(shape: ColliderShape, volume: number, density: number, half: number): number {
  const level = 0.55;
  let [low, high] = [0, 2 * half];
  while (high - low > 1e-3 * half) {
    const draught = (low + high) / 2;
    const position = [0.503, level + half - draught, 0.5];
    const { body } = struck({ shape, position, mass: WATER * density * volume }, 20, GRAVITY, (_x, y) => y - level);
    if (body.nextMomentum[1] > 0) high = draught;
    else low = draught;
  }
  return (low + high) / 2;
}

describe.each([0.2, 0.5, 0.8])(
  'of %d of the density of water, with the draught of Archimedes within 2 %,',
  (density) => {
    const size = 0.4;

    test('a box floats', () => {
      const draught = restingDraught(boxOf(size), size ** 3, density, size / 2);
      expect(Math.abs(draught / (density * size) - 1)).toBeLessThan(0.02);
    });

    test('a ball floats', () => {
      const radius = size / 2;
      const draught = restingDraught(shapeOf('sphere', { radius }), (4 / 3) * Math.PI * radius ** 3, density, radius);
      // A cap of height d has the share d^2 (3 r - d) / (4 r^3) of the ball.
      expect(Math.abs((draught ** 2 * (3 * radius - draught)) / (4 * radius ** 3) / density - 1)).toBeLessThan(0.02);
    });
  },
);

test('a body that moves in a drop keeps its momentum and that of the water together', () => {
  const given = {
    shape: boxOf(0.3, 0.2, 0.25),
    mass: 12,
    position: [0.47, 0.52, 0.51],
    rotation: [0.2, 0.5, 0.3],
    velocity: [1, -0.4, 0.3],
  };
  const ball = (x: number, y: number, z: number) => Math.hypot(x - 0.5, y - 0.5, z - 0.5) - 0.38;
  const { body, grid, velocity, open, phi } = struck(given, 16, 0, ball);
  // What a face moves: its open share, and of that what lies inside of the surface between the two centres.
  const sum = [...body.nextMomentum];
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c) => {
      const [here, before] = [phi[c], phi[c - grid.strides[axis]]];
      const inside = Math.min(here, before);
      if (inside >= 0) return;
      const share = here < 0 && before < 0 ? 1 : inside / (inside - Math.max(here, before));
      sum[axis] += WATER * grid.h ** 3 * open[axis][c] * share * velocity[axis][c];
    });
  }
  // Open shares below .01 count as 0 for the liquid alone.
  given.velocity.forEach((v, axis) => expect(Math.abs(sum[axis] - 12 * v)).toBeLessThan(3e-4 * 12));
  expect(body.nextMomentum[0] / 12).toBeLessThan(0.7);
});

describe('a box across a tank', () => {
  const box: FloatingBox = { tank: [0.8, 0.4], size: [0.4, 0.2], density: 0.25 };

  /** Times, s, at which equally spaced values change their sign. */
  const crossings = (values: readonly number[], step: number) =>
    values.flatMap((value, k) =>
      k > 0 && value * values[k - 1] < 0 ? [step * (k - value / (value - values[k - 1]))] : [],
    );

  test('rolls with half a period of potential flow within 3 %, far nearer to it in smaller cells', () => {
    const step = 1 / 48;
    const exact = crossings(new TankModes(box, 'roll', 80).motionFrom(1, 0, step, 40), step);
    const errors = [1 / 20, 1 / 30].map((h) => {
      const float = floatingBox(box, h, { roll: 0.08 });
      const rolls = [float.roll];
      let found: number[] = [];
      while (found.length < 2) {
        float.advance(step);
        rolls.push(float.roll);
        found = crossings(rolls, step);
      }
      return Math.abs((found[1] - found[0]) / (exact[1] - exact[0]) - 1);
    });
    expect(errors[1]).toBeLessThan(0.03);
    expect(errors[1]).toBeLessThan(errors[0] / 3);
  });

  test('moves water along when it is struck as potential flow says, within 3 %', () => {
    const time = 1e-5;
    const exact = new TankModes(box, 'heave', 80).motionFrom(0, 1, time, 1)[1] / time;
    const float = floatingBox(box, 1 / 30, { heave: 0.01 });
    float.advance(1e-4);
    expect(Math.abs(float.body.momentum[1] / float.body.properties.mass / 0.01 / exact - 1)).toBeLessThan(0.03);
  });

  test.each([0.2, 0.5, 0.8])(
    'of %d of the density of water is upright where its metacentric height is above 0, and nowhere else',
    (density) => {
      const height = 0.24;
      const least = height * Math.sqrt(6 * density * (1 - density));
      for (const share of [0.9, 1.1]) {
        const of: FloatingBox = { tank: [0.8, 0.4], size: [share * least, height], density };
        const float = floatingBox(of, 1 / 20, { roll: 0.1, step: 1 / 120 });
        for (let frame = 0; frame < 60 && float.roll > 0 && float.roll < 0.2; frame++) float.advance(1 / 24);
        expect(metacentricHeight(of) > 0).toBe(share > 1);
        expect(share > 1 ? -float.roll : float.roll).toBeGreaterThan(share > 1 ? 0 : 0.2);
      }
    },
  );
});

import { describe, expect, test } from 'vitest';
import { aboutZ, boxOfTets, placed, regularTet } from '../support/bodies.ts';
import { particleBody, particleOperators } from '../support/particleOperators.ts';
import {
  createIntegrator,
  halfSpace,
  massMean,
  operatorImplementations,
  solidBody,
  standing,
} from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const GRAVITY = 9.81;
const FPS = 24;

/** A slope through the origin that falls towards -x at an angle (rad). */
function slope(angle: number) {
  const normal = [-Math.sin(angle), Math.cos(angle), 0];
  return { normal, downhill: [-Math.cos(angle), -Math.sin(angle), 0], shape: halfSpace(normal) };
}

/** Distance (m) slid downhill after `time` by a point that starts at `speed`: Coulomb's closed form. */
function closedForm(angle: number, friction: number, speed: number, time: number): number {
  const acceleration = GRAVITY * (Math.sin(angle) - friction * Math.cos(angle));
  const moving = acceleration < 0 ? Math.min(time, speed / -acceleration) : time;
  return speed * moving + 0.5 * acceleration * moving * moving;
}

const cases = [
  { name: 'speeds up from rest', angle: 0.5, friction: 0.3, speed: 0 },
  { name: 'speeds up from 1 m/s', angle: 0.4, friction: 0.2, speed: 1 },
  { name: 'slides without friction', angle: 0.4, friction: 0, speed: 0.5 },
  { name: 'slows down and stops', angle: 0.3, friction: 0.6, speed: 2 },
  { name: 'slows down and stops on a steep slope', angle: 0.6, friction: 0.9, speed: 3 },
];

describe('a particle on a slope at 24 frames per second', () => {
  test.each(cases)('$name within 0.05 % of the closed form', ({ angle, friction, speed }) => {
    const { shape, downhill } = slope(angle);
    const integrator = createIntegrator(particleBody([0, 0, 0]), particleOperators(1), {
      gravity: [0, -GRAVITY, 0],
      colliders: [standing(shape, friction)],
      velocities: Float64Array.from(downhill, (x) => x * speed),
      minSubsteps: 1,
    });
    for (let frame = 1; frame <= 2 * FPS; frame++) {
      advanceFrame(integrator, (frame - 1) / FPS, frame / FPS);
      if (frame < FPS / 4) continue;
      const slid = downhill.reduce((sum, d, axis) => sum + d * integrator.positions[axis], 0);
      const exact = closedForm(angle, friction, speed, frame / FPS);
      expect(Math.abs(slid - exact) / exact).toBeLessThan(5e-4);
    }
  });

  test('rests inside the friction cone and slides outside it', () => {
    for (const friction of [0.2, 0.5, 1]) {
      for (const [factor, rests] of [
        [0.999, true],
        [1.001, false],
      ] as const) {
        const { shape } = slope(Math.atan(friction * factor));
        const integrator = createIntegrator(particleBody([0, 0, 0]), particleOperators(1), {
          gravity: [0, -GRAVITY, 0],
          colliders: [standing(shape, friction)],
        });
        for (let frame = 1; frame <= FPS; frame++) advanceFrame(integrator, (frame - 1) / FPS, frame / FPS);
        const moved = Math.hypot(...integrator.positions);
        if (rests) expect(moved).toBeLessThan(1e-14);
        else expect(moved).toBeGreaterThan(1e-3 * friction);
      }
    }
  });
});

describe.each(operatorImplementations)('bodies on a slope with %s operators', (_name, create) => {
  test.each(cases)('a tetrahedron $name within 0.05 %', ({ angle, friction, speed }) => {
    const { shape, downhill } = slope(angle);
    const mesh = placed(regularTet(0.2), aboutZ(angle), [0, 0, 0]);
    const body = solidBody(mesh, { youngsModulus: 1e6, dampingTime: 0.01 });
    const operators = create(body);
    const velocities = body.restPositions.map((_, k) => downhill[k % 3] * speed);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -GRAVITY, 0],
      colliders: [standing(shape, friction)],
      velocities,
      minSubsteps: 4,
    });
    const before = massMean(body.restPositions, operators.masses);
    for (let frame = 1; frame <= 2 * FPS; frame++) advanceFrame(integrator, (frame - 1) / FPS, frame / FPS);
    const after = massMean(integrator.positions, operators.masses);
    const slid = downhill.reduce((sum, d, axis) => sum + d * (after[axis] - before[axis]), 0);
    const exact = closedForm(angle, friction, speed, 2);
    expect(Math.abs(slid - exact) / exact).toBeLessThan(5e-4);
  });

  const block = (angle: number) => placed(boxOfTets([4, 2, 4], [0.4, 0.2, 0.4]), aboutZ(angle), [0, 0, 0]);

  test('an elastic block on a slope that holds it drifts less than 1e-6 m in 10 s', () => {
    const angle = 0.3;
    const body = solidBody(block(angle), { youngsModulus: 1e5, dampingTime: 0.01 });
    const operators = create(body);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -GRAVITY, 0],
      colliders: [standing(slope(angle).shape, 0.6)],
      tolerance: 1e-4,
    });
    const run = (from: number, to: number) => {
      for (let frame = from; frame < to; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    };
    run(0, 3 * FPS);
    const settled = massMean(integrator.positions, operators.masses);
    run(3 * FPS, 13 * FPS);
    const after = massMean(integrator.positions, operators.masses);
    expect(Math.hypot(...after.map((x, axis) => x - settled[axis]))).toBeLessThan(1e-6);
  });

  test('an elastic block that slows down stops within 0.5 % of the closed form', () => {
    const { angle, friction, speed } = { angle: 0.2, friction: 0.5, speed: 2 };
    const { shape, downhill } = slope(angle);
    const body = solidBody(block(angle), { youngsModulus: 1e6, dampingTime: 0.01 });
    const operators = create(body);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -GRAVITY, 0],
      colliders: [standing(shape, friction)],
      velocities: body.restPositions.map((_, k) => downhill[k % 3] * speed),
      tolerance: 1e-7,
    });
    const before = massMean(body.restPositions, operators.masses);
    for (let frame = 0; frame < 2 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    const after = massMean(integrator.positions, operators.masses);
    const slid = downhill.reduce((sum, d, axis) => sum + d * (after[axis] - before[axis]), 0);
    const exact = closedForm(angle, friction, speed, 2);
    expect(Math.abs(slid - exact) / exact).toBeLessThan(5e-3);
  });
});

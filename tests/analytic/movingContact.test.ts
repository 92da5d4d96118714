import { describe, expect, test } from 'vitest';
import type { ContactCollider } from '../../src/collision/contactCollider.ts';
import type { ColliderShape } from '../../src/collision/CollisionBody.ts';
import { boxOfTets, placed } from '../support/bodies.ts';
import { particleBody, particleOperators } from '../support/particleOperators.ts';
import { shapeFrom } from '../support/colliderShapes.ts';
import {
  createIntegrator,
  halfSpace,
  massMean,
  moving,
  operatorImplementations,
  shapeError,
  solidBody,
  standing,
} from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const FPS = 24;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

describe.each(operatorImplementations)('moving colliders with %s operators', (_name, create) => {
  test('a platform carries a resting block along, up and to the side', () => {
    const rate = 2;
    const path = (t: number) => [0.3 * (1 - Math.cos(rate * t)), 0.1 * (1 - Math.cos(rate * t)), 0];
    const speed = (t: number) => [0.3 * rate * Math.sin(rate * t), 0.1 * rate * Math.sin(rate * t), 0];
    const body = solidBody(boxOfTets([3, 2, 3], [0.3, 0.2, 0.3], 6), { youngsModulus: 2e5, dampingTime: 0.01 });
    const operators = create(body);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -9.81, 0],
      colliders: [moving(halfSpace([0, 1, 0]), 1, path, speed)],
      tolerance: 1e-4,
    });
    const bottom = Array.from(body.restPositions.keys()).filter((k) => k % 3 === 0 && body.restPositions[k + 1] === 0);
    const rest = massMean(body.restPositions, operators.masses);
    for (let frame = 1; frame <= 4 * FPS; frame++) {
      advanceFrame(integrator, (frame - 1) / FPS, frame / FPS);
      const now = massMean(integrator.positions, operators.masses);
      const expected = path(frame / FPS);
      expect(Math.abs(now[0] - rest[0] - expected[0])).toBeLessThan(5e-3);
      expect(Math.abs(now[1] - rest[1] - expected[1])).toBeLessThan(5e-3);
    }
    // Once settled, every vertex on the platform stays where its material point goes, to rounding.
    const moved = (seconds: number) => bottom.map((k) => integrator.positions[k] - path(seconds)[0]);
    const settled = moved(4);
    for (let frame = 4 * FPS + 1; frame <= 6 * FPS; frame++) advanceFrame(integrator, (frame - 1) / FPS, frame / FPS);
    expect(Math.max(...moved(6).map((x, i) => Math.abs(x - settled[i])))).toBeLessThan(1e-12);
    expect(Math.max(...bottom.map((k) => Math.abs(integrator.positions[k + 1] - path(6)[1])))).toBeLessThan(1e-12);
    expect(Math.max(...settled.map((x, i) => Math.abs(x - body.restPositions[bottom[i]])))).toBeLessThan(1e-3);
  });

  test('a turntable carries a resting block around exactly', () => {
    const turn = 1.5;
    const collider: ContactCollider = {
      shape: halfSpace([0, 1, 0]),
      friction: 1,
      poseAt: (time) => ({
        rotation: Float64Array.of(0, Math.sin((turn * time) / 2), 0, Math.cos((turn * time) / 2)),
        translation: new Float64Array(3),
        linearVelocity: new Float64Array(3),
        angularVelocity: Float64Array.of(0, turn, 0),
      }),
    };
    const mesh = placed(boxOfTets([2, 2, 2], [0.2, 0.2, 0.2], 6), identity, [0.2, 0, 0]);
    const body = solidBody(mesh, { youngsModulus: 2e5, dampingTime: 0.01 });
    const velocities = new Float64Array(mesh.restPositions.length);
    for (let k = 0; k < velocities.length; k += 3) {
      velocities[k] = turn * mesh.restPositions[k + 2];
      velocities[k + 2] = -turn * mesh.restPositions[k];
    }
    const integrator = createIntegrator(body, create(body), {
      gravity: [0, -9.81, 0],
      colliders: [collider],
      velocities,
      tolerance: 1e-6,
    });
    for (let frame = 0; frame < 3 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    const angle = turn * 3;
    for (let k = 0; k < velocities.length; k += 3) {
      if (mesh.restPositions[k + 1] !== 0) continue;
      const [x, z] = [mesh.restPositions[k], mesh.restPositions[k + 2]];
      const error = Math.hypot(
        integrator.positions[k] - (Math.cos(angle) * x + Math.sin(angle) * z),
        integrator.positions[k + 2] - (-Math.sin(angle) * x + Math.cos(angle) * z),
      );
      expect(error).toBeLessThan(2e-3);
    }
  });

  test('a block dropped into a groove of two walls and a floor comes to rest inside all of them', () => {
    const walls = [
      [0.6, 0.8, 0],
      [-0.6, 0.8, 0],
      [0, 0.8, 0.6],
      [0, 0.8, -0.6],
    ];
    const mesh = placed(boxOfTets([3, 3, 3], [0.3, 0.3, 0.3], 6), identity, [-0.12, 0.35, -0.16]);
    const body = solidBody(mesh, { youngsModulus: 5e4, dampingTime: 0.01 });
    const operators = create(body);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -9.81, 0],
      colliders: walls.map((normal) => standing(halfSpace(normal), 0.4)),
      tolerance: 1e-3,
    });
    for (let frame = 0; frame < 6 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    for (let k = 0; k < mesh.restPositions.length; k += 3) {
      for (const n of walls) {
        const depth = [0, 1, 2].reduce((sum, axis) => sum + n[axis] * integrator.positions[k + axis], 0);
        expect(depth).toBeGreaterThan(-1e-6);
      }
    }
    const { kinetic } = integrator.energies(6);
    expect(kinetic).toBeLessThan(1e-4);
    expect(shapeError(integrator.positions, mesh.restPositions)).toBeLessThan(0.1);
  });
});

describe('a particle between colliders', () => {
  const run = (colliders: ContactCollider[], start: number[], gravity: number[], seconds: number) => {
    const integrator = createIntegrator(particleBody(start), particleOperators(1), { gravity, colliders });
    for (let frame = 0; frame < seconds * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    return integrator;
  };
  const groove = (friction: number) => [
    standing(halfSpace([Math.SQRT1_2, Math.SQRT1_2, 0]), friction),
    standing(halfSpace([-Math.SQRT1_2, Math.SQRT1_2, 0]), friction),
  ];

  test('slides along a groove with the friction of both walls', () => {
    // Walls at 45 degrees press with g / sqrt(2) each: friction mu sqrt(2) g against the pull along z.
    const [pull, friction] = [6, 0.2];
    const integrator = run(groove(friction), [0, 0, 0], [0, -9.81, pull], 1);
    const acceleration = pull - friction * Math.SQRT2 * 9.81;
    expect(integrator.positions[0]).toBeCloseTo(0, 12);
    expect(integrator.positions[1]).toBeCloseTo(0, 12);
    expect(integrator.positions[2] / (acceleration / 2)).toBeCloseTo(1, 3);
  });

  test('stays in the groove when both walls together hold it', () => {
    // The first touch acts wall by wall and lets it slip for one substep; then it must not move at all.
    const integrator = run(groove(0.5), [0, 0, 0], [0, -9.81, 6], 1);
    const settled = integrator.positions.slice();
    expect(Math.hypot(...settled)).toBeLessThan(2e-3);
    for (let frame = FPS; frame < 3 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    expect(Math.hypot(...integrator.positions.map((x, k) => x - settled[k]))).toBeLessThan(1e-12);
  });

  test('is held by three walls and leaves them when pulled out', () => {
    const corner = [...groove(0), standing(halfSpace([0, 0.6, 0.8]), 0)];
    const held = run(corner, [0, 0, 0], [0, -9.81, -2], 1);
    expect(Math.hypot(...held.positions)).toBeLessThan(1e-9);
    const pulled = run(corner, [0, 0, 0], [0, 9.81, 0], 1);
    expect(pulled.positions[1]).toBeCloseTo(9.81 / 2, 3);
  });

  test('between closing plates stays finite', () => {
    const plates = [
      moving(
        halfSpace([0, 1, 0]),
        0.5,
        (t) => [0, t, 0],
        () => [0, 1, 0],
      ),
      moving(
        halfSpace([0, -1, 0], [0, 0.5, 0]),
        0.5,
        (t) => [0, -t, 0],
        () => [0, -1, 0],
      ),
    ];
    const integrator = run(plates, [0, 0.2, 0], [0, -9.81, 0], 1);
    expect(integrator.positions.every(Number.isFinite)).toBe(true);
    expect(Math.abs(integrator.positions[1])).toBeLessThan(2);
  });
});

describe('a thin collider', () => {
  const plate = (thickness: number): ColliderShape => {
    const distance = (x: number, y: number, z: number) => {
      const q = [Math.abs(x) - 1, Math.abs(y) - thickness / 2, Math.abs(z) - 1];
      return Math.hypot(...q.map((d) => Math.max(d, 0))) + Math.min(Math.max(...q), 0);
    };
    return shapeFrom(distance, (_x, y) => [0, y >= 0 ? 1 : -1, 0], [-1, -thickness / 2, -1, 1, thickness / 2, 1]);
  };

  test.each([0.2, 0.05, 0.01])('of %s m stops a particle at 20 m/s', (thickness) => {
    const integrator = createIntegrator(particleBody([0.1, 5, 0]), particleOperators(1), {
      velocities: Float64Array.of(0, -20, 0),
      colliders: [standing(plate(thickness), 0.5)],
    });
    let most = 0;
    for (let frame = 0; frame < FPS; frame++) {
      most = Math.max(most, advanceFrame(integrator, frame / FPS, (frame + 1) / FPS).substeps.length);
    }
    expect(integrator.positions[1]).toBeCloseTo(thickness / 2, 10);
    expect(most).toBeLessThan((2 * 20) / (FPS * thickness) + 2);
  });
});

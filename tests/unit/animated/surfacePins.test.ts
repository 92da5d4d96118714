import { describe, expect, test } from 'vitest';
import { rotationFromQuaternion, quaternionFromVector } from '../../../src/math/quaternions.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { isKind, type Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { BindMotion } from '../../../src/simulation/animated/BindMotion.ts';
import { limbGeometry } from '../../../src/simulation/animated/limbGeometry.ts';
import { pinTargets } from '../../../src/simulation/attachment/pinTargets.ts';
import type { PrescribedSurface } from '../../../src/simulation/attachment/PrescribedSurface.ts';
import { KeyedInputs } from '../../../src/simulation/keyed/KeyedInputs.ts';
import { givenSource } from '../../support/movingPlates.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const LIMB = { shape: 'limb', radius: 0.08, length: 0.6, edge: 0.05, angle: 1.2, period: 2 } as const;
/** Points on, beside and inside the limb, m. */
const POINTS = Float64Array.of(0.08, -0.3, 0, 0.11, -0.5, 0.02, 0, -0.4, 0, -0.02, -0.71, 0.03, 0.5, -0.2, 0.1);
const MASSES = new Float64Array(POINTS.length / 3).fill(1);

function surfaceOf(move: (time: number, out: Float64Array) => void): PrescribedSurface {
  const { positions, triangles } = limbGeometry(LIMB, 1).sample(0);
  const rest = positions.slice();
  return {
    id: 'limb',
    triangles,
    positions: rest,
    isClosed: true,
    positionsAt(time) {
      const out = rest.slice();
      move(time, out);
      return out;
    },
  };
}

function shotOf(pin: object): Scene {
  const input = tinyShotInput(20);
  const entities = [
    input.entities[0],
    { kind: 'importedAnimation', id: 'limb', source: givenSource },
    {
      kind: 'pin',
      id: 'hook',
      target: 'block',
      selection: { kind: 'vertices', indices: [0, 1, 2, 3, 4] },
      follow: 'limb',
      ...pin,
    },
  ];
  return validateScene({ ...input, entities }, catalogue);
}

function targetsOn(surface: PrescribedSurface, pin: object = {}) {
  const scene = shotOf(pin);
  const inputs = new KeyedInputs(scene);
  inputs.moveTo(2);
  const body = { positions: POINTS, ownPositions: POINTS, masses: MASSES };
  return pinTargets(scene.entities.find(isKind('pin'))!, body, inputs, [surface]);
}

/** A turn by `angle` about (1, 2, 3) and a shift, both of which grow with the time. */
function rigidly(time: number, out: Float64Array): void {
  const [q, r] = [new Float64Array(4), new Float64Array(9)];
  quaternionFromVector(Float64Array.of(1, 2, 3), 2.1 * time, q);
  rotationFromQuaternion(q, r);
  for (let i = 0; i < out.length; i += 3) {
    const [x, y, z] = out.subarray(i, i + 3);
    for (let axis = 0; axis < 3; axis++) {
      out[i + axis] = r[3 * axis] * x + r[3 * axis + 1] * y + r[3 * axis + 2] * z + time * (axis + 1);
    }
  }
}

describe('pins that follow an animated surface', () => {
  test('move exactly as it does where it moves rigidly, however far they are from it', () => {
    const targets = targetsOn(surfaceOf(rigidly));
    for (const time of [0, 0.3, 1.7]) {
      const [found, expected] = [new Float64Array(POINTS.length), POINTS.slice()];
      targets.positionsAt(time, found);
      rigidly(time, expected);
      expected.forEach((value, k) => expect(Math.abs(found[k] - value)).toBeLessThan(1e-12));
    }
  });

  test('move on top of that by their own keys', () => {
    const targets = targetsOn(surfaceOf(rigidly), { motion: { position: [0.1, 0.2, 0.3] } });
    const [found, expected] = [new Float64Array(POINTS.length), POINTS.slice()];
    targets.positionsAt(0.7, found);
    rigidly(0.7, expected);
    found.forEach((value, k) => expect(value - expected[k]).toBeCloseTo([0.1, 0.2, 0.3][k % 3], 12));
  });

  test('have the velocity of the surface where they are on it', () => {
    const limb = limbGeometry(LIMB, 1);
    const targets = targetsOn(surfaceOf((time, out) => out.set(limb.sample(time).positions)));
    const [time, h] = [0.37, 1e-6];
    const [before, after] = [new Float64Array(POINTS.length), new Float64Array(POINTS.length)];
    targets.positionsAt(time - h, before);
    targets.positionsAt(time + h, after);
    const { positions, velocities } = limb.sample(time);
    const here = before.subarray(0, 3);
    // The nearest vertex moves nearly as the point on the surface does: edges are 5 cm long.
    let nearest = 0;
    const away = (v: number) => Math.hypot(...[0, 1, 2].map((axis) => positions[3 * v + axis] - here[axis]));
    for (let v = 0; v < positions.length / 3; v++) if (away(v) < away(nearest)) nearest = v;
    for (let axis = 0; axis < 3; axis++) {
      const rate = (after[axis] - before[axis]) / (2 * h);
      expect(Math.abs(rate - velocities[3 * nearest + axis])).toBeLessThan(0.06);
    }
    expect(Math.hypot(...[0, 1, 2].map((axis) => after[axis] - before[axis])) / (2 * h)).toBeGreaterThan(0.1);
  });

  test('hold what is near the surface or inside it, and of a region what is no farther than they say', () => {
    const still = surfaceOf(() => undefined);
    const near = targetsOn(still, { selection: { kind: 'near', distance: 0.01 } });
    expect([...near.vertices]).toEqual([0, 2]);
    const within = targetsOn(still, { within: 0.05 });
    expect([...within.vertices]).toEqual([0, 1, 2, 3]);
    const open = targetsOn({ ...still, isClosed: false }, { selection: { kind: 'near', distance: 0.01 } });
    expect([...open.vertices]).toEqual([0]);
    expect(() => targetsOn(still, { selection: { kind: 'vertices', indices: [4] }, within: 0.1 })).toThrow(
      expect.objectContaining({
        message: "the pin selects no vertex of 'block'",
        remedy: 'Increase its distance, or move both together where the shot begins.',
      }),
    );
  });

  test('are refused a distance from nothing', () => {
    expect(() => shotOf({ follow: undefined, within: 0.1 })).toThrow('it has none');
  });
});

describe('the motion from a bind pose', () => {
  const bind = limbGeometry(LIMB, 1).sample(0).positions.slice();
  const limb = limbGeometry(LIMB, 1).sample(0.4);
  const [pose, velocities] = [limb.positions.slice(), limb.velocities.slice()];
  const motion = new BindMotion(bind.slice(), pose.slice(), velocities.slice(), 0.5);
  const at = (s: number) => {
    const [x, v] = [new Float64Array(bind.length), new Float64Array(bind.length)];
    motion.writeAt(s, x, v);
    return { x, v };
  };

  test('begins at rest in the bind pose and ends in the other with its velocity, which is the derivative of the motion', () => {
    bind.forEach((value, k) => expect(at(0).x[k]).toBeCloseTo(value, 12));
    expect(Math.max(...at(0).v.map(Math.abs))).toBe(0);
    const end = at(1);
    pose.forEach((value, k) => expect(end.x[k]).toBeCloseTo(value, 12));
    velocities.forEach((value, k) => expect(end.v[k]).toBeCloseTo(value, 12));
    const h = 1e-5;
    const [before, now, after] = [at(0.6 - h), at(0.6), at(0.6 + h)];
    now.v.forEach((value, k) => expect(value).toBeCloseTo((after.x[k] - before.x[k]) / (2 * h * 0.5), 6));
  });

  test('turns without shrinking', () => {
    const turned = bind.slice();
    rigidly(0.65, turned);
    const turning = new BindMotion(bind.slice(), turned, new Float64Array(bind.length), 1);
    const x = new Float64Array(bind.length);
    turning.writeAt(0.5, x, new Float64Array(bind.length));
    const length = (of: Float64Array, v: number) => Math.hypot(...[0, 1, 2].map((axis) => of[3 * v + axis] - of[axis]));
    for (let v = 1; v < bind.length / 3; v++) expect(length(x, v)).toBeCloseTo(length(bind, v), 12);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BroadPhaseGrid } from '../../../src/collision/broadPhaseGrid.ts';
import { PlacedCollider, type ContactCollider } from '../../../src/collision/contactCollider.ts';
import { ContactSolve, ContactStage } from '../../../src/collision/contactSolve.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { ContactPhase, ContactState } from '../../../src/collision/contactState.ts';
import { applyContactImpulse, ImpulseOutcome } from '../../../src/collision/frictionImpulse.ts';
import { normalComponents } from '../../../src/collision/normalComponents.ts';
import { ObjectContact } from '../../../src/collision/objectContact.ts';
import type { ColliderShape } from '../../../src/collision/CollisionBody.ts';
import { DISTANCE } from '../../../src/collision/distances.ts';
import { shapeFrom } from '../../support/colliderShapes.ts';
import { halfSpace, standing } from '../../support/solids.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const sphere = (radius: number): ColliderShape =>
  shapeFrom(
    (x, y, z) => Math.hypot(x, y, z) - radius,
    (x, y, z) => {
      const r = Math.hypot(x, y, z);
      return r === 0 ? [0, 1, 0] : [x / r, y / r, z / r];
    },
    [-radius, -radius, -radius, radius, radius, radius],
  );

describe('constraints of a vertex between two colliders', () => {
  /** Kind and direction with slipping contacts along both normals. */
  function constraint(second: readonly [number, number, number]) {
    const state = new ContactState(1);
    state.add(0, 0, Float64Array.of(0, 1, 0, 0));
    state.add(0, 1, Float64Array.of(...second, 0));
    state.phases[0] = ContactPhase.slip;
    const solve = new ContactSolve(state, Float64Array.of(0.3, 0.3), Float64Array.of(1));
    solve.collect();
    const found = new Uint8Array(1);
    const direction = new Float64Array(3);
    const base = Float64Array.of(1, 2, 3);
    solve.constrain(ContactStage.direct, base.slice(), base, found, direction);
    return { kind: found[0], direction: [...direction], base: [...base] };
  }

  test('leave it the line between them', () => {
    expect(constraint([1, 0, 0])).toEqual({ kind: Constraint.line, direction: [0, 0, -1], base: [0, 0, 3] });
  });

  test('are one plane in a wedge, where the normals are opposite', () => {
    expect(constraint([0, -1, 0])).toEqual({ kind: Constraint.normal, direction: [0, 1, 0], base: [1, 0, 3] });
  });
});

describe('Gamma of Irving 2007, 3.2', () => {
  const normal = Float64Array.of(0, 1, 0);
  const still = new Float64Array(3);

  test('leaves a separating velocity alone', () => {
    const v = Float64Array.of(1, 0.5, 0);
    expect(applyContactImpulse(v, 0, normal, still, Float64Array.of(0.5), 0)).toBe(ImpulseOutcome.separating);
    expect([...v]).toEqual([1, 0.5, 0]);
  });

  test('takes mu times the normal change off the tangential speed', () => {
    const v = Float64Array.of(3, -2, 4);
    expect(applyContactImpulse(v, 0, normal, still, Float64Array.of(0.5), 0)).toBe(ImpulseOutcome.slip);
    expect(v[0]).toBeCloseTo(3 * 0.8, 14);
    expect(v[1]).toBe(0);
    expect(v[2]).toBeCloseTo(4 * 0.8, 14);
  });

  test('sticks inside the cone, also to a moving body', () => {
    const body = Float64Array.of(1, 2, 3);
    const v = Float64Array.of(1.5, 0, 3);
    expect(applyContactImpulse(v, 0, normal, body, Float64Array.of(0.3), 0)).toBe(ImpulseOutcome.stick);
    expect([...v]).toEqual([1, 2, 3]);
  });

  test('never gains energy relative to the body', () => {
    const component = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(component, component, component, fc.double({ min: 0, max: 2, noNaN: true }), (x, y, z, mu) => {
        const v = Float64Array.of(x, y, z);
        applyContactImpulse(v, 0, normal, still, Float64Array.of(mu), 0);
        expect(Math.hypot(...v)).toBeLessThanOrEqual(Math.hypot(x, y, z) * (1 + 1e-14));
        expect(v[1]).toBeGreaterThanOrEqual(0);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('components along several normals', () => {
  test('reproduce the projections on two and on three normals', () => {
    const normals = Float64Array.of(1, 0, 0, 0.6, 0.8, 0, 0, 0.6, 0.8);
    const rates = Float64Array.of(2, -1, 0.5);
    const c = new Float64Array(3);
    for (const count of [1, 2, 3]) {
      normalComponents(normals, 0, count, rates, c);
      const sum = [0, 1, 2].map((axis) => c[0] * normals[axis] + c[1] * normals[3 + axis] + c[2] * normals[6 + axis]);
      for (let k = 0; k < count; k++) {
        const projection = sum.reduce((total, x, axis) => total + x * normals[3 * k + axis], 0);
        expect(projection).toBeCloseTo(rates[k], 12);
      }
    }
  });

  test('give a dependent third normal no share', () => {
    const normals = Float64Array.of(1, 0, 0, 0, 1, 0, Math.SQRT1_2, Math.SQRT1_2, 0);
    const c = new Float64Array(3);
    normalComponents(normals, 0, 3, Float64Array.of(1, 1, 1), c);
    expect([...c]).toEqual([1, 1, 0]);
  });
});

describe('contact state', () => {
  test('keeps up to three contacts apart and merges near-parallel ones', () => {
    const state = new ContactState(2);
    expect(state.add(1, 0, Float64Array.of(0, 1, 0))).toBe(0);
    expect(state.add(1, 1, Float64Array.of(0, 0.9999, 0.0141))).toBeUndefined();
    expect(state.add(1, 2, Float64Array.of(1, 0, 0))).toBe(1);
    expect(state.add(1, 3, Float64Array.of(0, 0, 1))).toBe(2);
    expect(state.add(1, 4, Float64Array.of(0, -1, 0))).toBeUndefined();
    state.phases[1] = ContactPhase.slip;
    state.drop(1, 0);
    expect(state.counts[1]).toBe(2);
    expect(state.find(1, 3)).toBe(0);
    expect(state.find(1, 0)).toBeUndefined();
    state.drop(1, 1);
    state.drop(1, 0);
    expect(state.phases[1]).toBe(ContactPhase.free);
  });
});

describe('broad phase', () => {
  test('never misses a point within the margin (brute force)', () => {
    const count = 400;
    const coordinate = (seed: number, k: number) => 2 * Math.sin(12.9898 * (k + 1) * (seed + 1.3));
    for (let seed = 0; seed < 20; seed++) {
      const positions = Float64Array.from({ length: 3 * count }, (_, k) => coordinate(seed, k) * [1, 0.3, 2][k % 3]);
      const collider: ContactCollider = {
        shape: seed % 2 === 0 ? sphere(0.3 + 0.05 * seed) : halfSpace([0.6, 0.8, 0], [0.2, 0, 0]),
        friction: 0,
        poseAt: () => ({
          rotation: Float64Array.of(Math.sin(seed), 0, 0, Math.cos(seed)),
          translation: Float64Array.of(0.1 * seed - 1, 0.1, 0.5),
          linearVelocity: new Float64Array(3),
          angularVelocity: new Float64Array(3),
        }),
      };
      const placed = new PlacedCollider(collider);
      placed.place(0, 1);
      const grid = new BroadPhaseGrid(count);
      grid.sortPoints(positions);
      const found = new Set(grid.candidates.subarray(0, grid.findCandidates(placed, 0.05)));
      const answer = new Float64Array(4);
      for (let v = 0; v < count; v++) {
        placed.signedDistance(positions, 3 * v, answer);
        if (answer[DISTANCE] <= 0.05) expect(found.has(v)).toBe(true);
      }
      if (seed % 2 === 0) expect(found.size).toBeLessThan(count);
    }
  });

  test('a distant body has no candidates; a flat or pointlike one has', () => {
    const grid = new BroadPhaseGrid(3);
    const placed = new PlacedCollider(standing(halfSpace([0, 1, 0]), 0));
    placed.place(0, 1);
    grid.sortPoints(Float64Array.of(0, 5, 0, 1, 6, 0, 0, 5.5, 2));
    expect(grid.findCandidates(placed, 0.1)).toBe(0);
    grid.sortPoints(new Float64Array(9));
    expect(grid.findCandidates(placed, 0.1)).toBe(3);
  });
});

describe('collision of a moved point', () => {
  const collide = (collider: ContactCollider, from: number[], to: number[], velocity: number[], dt = 0.1) => {
    const state = new ContactState(1);
    const contact = new ObjectContact(state, [collider], 0.01);
    const x = Float64Array.from(to);
    const v = Float64Array.from(velocity);
    const start = Float64Array.from(from);
    contact.beginStep(0, dt, start, new Uint8Array(1));
    contact.collide(start, x, v, new Uint8Array(1));
    return { x, v, state };
  };

  test('stops at the crossing and goes on along the surface', () => {
    // Half the path is free; then no friction: the tangential half stays.
    const { x, v } = collide(standing(halfSpace([0, 1, 0]), 0), [0, 0.1, 0], [0.2, -0.1, 0], [2, -2, 0]);
    expect([...x]).toEqual([expect.closeTo(0.2, 14), expect.closeTo(0, 14), 0]);
    expect([...v]).toEqual([2, 0, 0]);
  });

  test('friction acts only on what is left of the step', () => {
    const { x, v } = collide(standing(halfSpace([0, 1, 0]), 0.5), [0, 0.1, 0], [0.2, -0.1, 0], [2, -2, 0]);
    expect(x[0]).toBeCloseTo(0.1 + 0.05, 14);
    expect(v[0]).toBeCloseTo(1, 14);
  });

  test('a point that starts inside is put on the surface', () => {
    const { x, state } = collide(standing(sphere(1), 0.5), [0, 0.9, 0], [0, 0.8, 0], [0, -1, 0]);
    expect(Math.hypot(...x)).toBeCloseTo(1, 12);
    expect(state.phases[0]).toBe(ContactPhase.stick);
  });

  test('a floor that comes up takes a resting point along', () => {
    const rising: ContactCollider = {
      shape: halfSpace([0, 1, 0]),
      friction: 0.5,
      poseAt: (time) => ({
        rotation: Float64Array.of(0, 0, 0, 1),
        translation: Float64Array.of(0, time, 0),
        linearVelocity: Float64Array.of(0, 1, 0),
        angularVelocity: new Float64Array(3),
      }),
    };
    const { x, v } = collide(rising, [0, 0.05, 0], [0, 0.05, 0], [0, 0, 0]);
    expect(x[1]).toBeCloseTo(0.1, 14);
    expect(v[1]).toBe(1);
  });

  test('held vertices are left alone', () => {
    const state = new ContactState(1);
    const contact = new ObjectContact(state, [standing(halfSpace([0, 1, 0]), 0)], 0.01);
    const x = Float64Array.of(0, -1, 0);
    const held = Uint8Array.of(1);
    contact.beginStep(0, 1, new Float64Array(3), held);
    contact.collide(new Float64Array(3), x, new Float64Array(3), held);
    expect(x[1]).toBe(-1);
    expect(state.phases[0]).toBe(ContactPhase.free);
  });
});

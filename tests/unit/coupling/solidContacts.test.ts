import { expect, test } from 'vitest';
import type { CoupledSolid } from '../../../src/coupling/CoupledSolid.ts';
import { type SolidContact, SolidContacts } from '../../../src/coupling/SolidContacts.ts';

/** A solid of free masses, kg, in a step of 1 s. */
function masses(...kilograms: number[]): CoupledSolid {
  return {
    surface: { triangles: new Uint32Array(0), nodes: new Uint32Array(0) },
    velocity: new Float64Array(3 * kilograms.length),
    writeSurface: () => {},
    predict: () => {},
    isCompliant: () => true,
    applyInverse(force) {
      for (let k = 0; k < force.length; k++) force[k] /= kilograms[Math.floor(k / 3)];
    },
    applyPressure: () => {},
  };
}

/** Node 0 of the first solid on the nodes of the second, which share it. */
const UP: SolidContact = {
  solids: [0, 1, 1, 1],
  nodes: [0, 0, 1, 2],
  weights: [1, -0.5, -0.25, -0.25],
  normal: [0, 1, 0],
  least: 0,
};

function relative([above, below]: readonly Float64Array[]): number {
  return above[1] - 0.5 * below[1] - 0.25 * below[4] - 0.25 * below[7];
}

function fallingOn(least = 0) {
  const solids = [masses(2), masses(1, 3, 1)];
  const contacts = new SolidContacts(solids);
  contacts.begin([{ ...UP, least }]);
  const velocities = [Float64Array.of(0.3, -4, 0), new Float64Array(9)];
  contacts.prepare(velocities, 0);
  return { contacts, velocities };
}

test('a mass that falls on three others takes them along, with all momentum', () => {
  const { contacts, velocities } = fallingOn();
  contacts.settle(velocities);
  expect(relative(velocities)).toBeCloseTo(0, 5);
  const [above, below] = velocities;
  expect(2 * above[1] + below[1] + 3 * below[4] + below[7]).toBeCloseTo(-8, 10);
  expect(above[0]).toBe(0.3);
  expect(contacts.pushOf(0)).toBeCloseTo(4 / (1 / 2 + 1 / 4 + 1 / 48 + 1 / 16), 3);
});

test('room that is left may be used', () => {
  const { contacts, velocities } = fallingOn(-1.5);
  contacts.correct(velocities, false);
  expect(relative(velocities)).toBeCloseTo(-1.5, 5);
});

test('a change of velocities is corrected alike, and the correction is symmetric', () => {
  const { contacts } = fallingOn(-1.5);
  const answer = (solid: number, at: number): Float64Array[] => {
    const forces = [new Float64Array(3), new Float64Array(9)];
    forces[solid][at] = 1;
    [masses(2), masses(1, 3, 1)].forEach((body, k) => body.applyInverse(forces[k]));
    contacts.correct(forces, true);
    expect(relative(forces)).toBeCloseTo(0, 5);
    return forces;
  };
  expect(answer(0, 1)[1][4]).toBeCloseTo(answer(1, 4)[0][1], 12);
  expect(answer(1, 1)[1][7]).toBeCloseTo(answer(1, 7)[1][1], 12);
});

test('what moves apart is left alone; what pulls lets go, and what comes near holds', () => {
  const { contacts, velocities } = fallingOn();
  const apart = [Float64Array.of(0, 1, 0), new Float64Array(9)];
  contacts.settle(apart);
  expect(apart[0]).toEqual(Float64Array.of(0, 1, 0));
  expect(contacts.pushOf(0)).toBe(0);
  expect(contacts.revise(apart, 1e-6)).toBe(true);
  contacts.prepare(apart, 0);
  const before = velocities.map((v) => v.slice());
  contacts.correct(velocities, false);
  expect(velocities).toEqual(before);
  contacts.settle(velocities);
  expect(contacts.revise(velocities, 1e-6)).toBe(true);
  contacts.prepare(velocities, 0);
  contacts.correct(velocities, false);
  expect(relative(velocities)).toBeCloseTo(0, 5);
  expect(contacts.revise(velocities, 1e-6)).toBe(false);
});

test('the same contact ten times over carries the same load', () => {
  const contacts = new SolidContacts([masses(2), masses(1, 3, 1)]);
  contacts.begin(Array.from({ length: 10 }, () => UP));
  const velocities = [Float64Array.of(0.3, -4, 0), new Float64Array(9)];
  contacts.prepare(velocities, 0);
  contacts.settle(velocities);
  expect(relative(velocities)).toBeCloseTo(0, 5);
  let push = 0;
  for (let n = 0; n < 10; n++) push += contacts.pushOf(n);
  expect(push).toBeCloseTo(4 / (1 / 2 + 1 / 4 + 1 / 48 + 1 / 16), 3);
});

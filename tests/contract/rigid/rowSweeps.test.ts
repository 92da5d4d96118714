import { expect, test } from 'vitest';
import { ContactList } from '../../../src/rigid/ContactList.ts';
import { BodyVelocities } from '../../../src/rigid/BodyVelocities.ts';
import { ReferenceSweeps } from '../../../src/rigid/sweeps/ReferenceSweeps.ts';
import { RowPacking } from '../../../src/rigid/sweeps/RowPacking.ts';
import {
  MUCH,
  PUSH_MOST,
  PUSH_SHARE,
  RowArrays,
  type RowSweeps,
  SLOP,
  SLOW,
  UNCHANGED,
} from '../../../src/kernels/contacts/RowArrays.ts';
import { SeededRandom } from '../../support/random.ts';

const BODIES = 9;
const ROWS = 40;
const DT = 1 / 960;

function unit(random: SeededRandom): number[] {
  const v = [0, 1, 2].map(() => random.between(-1, 1));
  return v.map((value) => value / Math.hypot(...v));
}

/** Bodies of any mass, of which the first is keyed, that touch each other in any points, some of them with friction, and some elastic. */
function anyRows(seed: number): RowArrays {
  const random = new SeededRandom(seed);
  const bodies = new BodyVelocities(BODIES);
  for (let body = 1; body < BODIES; body++) {
    bodies.inverseMasses[body] = random.between(0.1, 10);
    const [a, b, c] = [1, 2, 3].map(() => random.between(1, 5));
    bodies.inverseInertias.set([a, 0.2, -0.3, b, 0.1, c], 6 * body);
  }
  const list = new ContactList();
  for (let k = 0; k < ROWS; k++) {
    const first = Math.floor(random.between(0, BODIES));
    const row = list.append(first, (first + 1 + Math.floor(random.between(0, BODIES - 1))) % BODIES);
    list.normals.set(unit(random), 3 * row);
    list.armsA.set(unit(random), 3 * row);
    list.armsB.set(unit(random), 3 * row);
    if (row % 5 === 0) list.drifts.set(unit(random), 3 * row);
    list.gaps[row] = random.between(-2e-3, 1e-3);
    list.friction[row] = row % 3 === 0 ? 0 : random.between(0, 1);
    list.restitution[row] = row % 2 === 0 ? 0 : random.between(0, 1);
    list.impulses[row] = row % 4 === 0 ? 0 : random.between(0, 0.1);
    list.tangents.set(unit(random), 3 * row);
  }
  const arrays = new RowArrays(BODIES, ROWS);
  const order = Int32Array.from({ length: ROWS }, (_, k) => (7 * k) % ROWS);
  new RowPacking().pack(list, order, bodies, DT, arrays);
  for (let k = 6; k < arrays.velocities.length; k++) arrays.velocities[k] = random.between(-1, 1);
  arrays.members.set([1, 2, 3, 4, 5, 6, 7, 8]);
  arrays.limits[SLOW] = 0.1;
  arrays.limits[UNCHANGED] = 1e-2;
  arrays.limits[SLOP] = 1e-4;
  arrays.limits[PUSH_SHARE] = 0.2;
  arrays.limits[PUSH_MOST] = 3e-4;
  return arrays;
}

/** Everything that is done with rows, and what each of it says. */
function run(sweeps: RowSweeps): number[] {
  sweeps.begin();
  const found = [Number(sweeps.bounce(0, ROWS))];
  sweeps.start(0, ROWS);
  for (let k = 0; k < 8; k++) found.push(sweeps.sweep(0, ROWS, k % 2, k < 2 ? 1 : 0), sweeps.visited());
  sweeps.beginDirections(0, ROWS, 0, BODIES - 1);
  for (let k = 0; k < 6; k++) {
    found.push(sweeps.sweep(0, ROWS, k % 2, 1));
    sweeps.accelerate(0, ROWS, 0, BODIES - 1);
  }
  found.push(Number(sweeps.findOverlaps(0, ROWS)));
  sweeps.pushApart(0, ROWS);
  return found;
}

test.each([1, 2, 3, 4])('the kernels sweep rows as the reference does, to the last bit: seed %i', (seed) => {
  const [own, wanted] = [anyRows(seed), anyRows(seed)];
  expect(own.kernels).toBeDefined();
  expect(run(own.kernels!)).toEqual(run(new ReferenceSweeps(wanted)));
  for (const name of [
    'rows',
    'velocities',
    'shifts',
    'overlaps',
    'visits',
    'changes',
    'befores',
    'directions',
  ] as const) {
    expect([...own[name]]).toEqual([...wanted[name]]);
  }
  expect(wanted.shifts.some((value) => value !== 0)).toBe(true);
});

/** Sweeps until two of them change little. */
function passes(seed: number, isAccelerated: boolean): number {
  const arrays = anyRows(seed);
  const sweeps = new ReferenceSweeps(arrays);
  arrays.limits[UNCHANGED] = 1e-8;
  sweeps.start(0, ROWS);
  sweeps.beginDirections(0, ROWS, 0, BODIES - 1);
  let calm = 0;
  for (let pass = 0; pass < 20_000; pass++) {
    calm = sweeps.sweep(0, ROWS, pass % 2, 1) < MUCH ? calm + 1 : 0;
    if (calm === 2) return pass;
    if (isAccelerated) sweeps.accelerate(0, ROWS, 0, BODIES - 1);
  }
  return Infinity;
}

test('conjugate directions take fewer sweeps', () => {
  for (const seed of [1, 2, 3]) expect(passes(seed, true)).toBeLessThan(0.8 * passes(seed, false));
});

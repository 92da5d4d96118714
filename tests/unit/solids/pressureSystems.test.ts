import { expect, test } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { ringVolumes } from '../../../src/solids/incompressibility/OneRingMatrix.ts';
import { oneRings } from '../../../src/solids/incompressibility/OneRings.ts';
import type { PressureSystem } from '../../../src/solids/incompressibility/PressureSystem.ts';
import { ReferencePressures } from '../../../src/solids/incompressibility/ReferencePressures.ts';
import { VelocityChange } from '../../../src/solids/incompressibility/VelocityChange.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { operatorImplementations, solidBody } from '../../support/solids.ts';
import { spread } from '../../support/tetBodies.ts';

const mesh = boxOfTets([7, 6, 5], [0.7, 0.6, 0.5], 5);
const rings = oneRings(mesh);
const count = rings.vertexCount;
const random = new SeededRandom('pressures');
const positions = mesh.restPositions.map((x) => x + spread(random, 0.02));
const velocity = positions.map(() => spread(random, 1));
const restVolumes = new Float64Array(count);
ringVolumes(rings, mesh.restPositions, restVolumes);
const target = { relative: 1e-5, absolute: 0, maxIterations: 2000 };

/** The lowest layer sticks, the next slips, one vertex moves along a line. */
function constraints() {
  const kinds = new Uint8Array(count);
  const normals = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    const y = mesh.restPositions[3 * v + 1];
    if (y < 0.05) kinds[v] = Constraint.fixed;
    else if (y < 0.15) {
      kinds[v] = Constraint.normal;
      normals.set([0.6, 0.8, 0], 3 * v);
    }
  }
  kinds[count - 1] = Constraint.line;
  normals.set([0, 0, 1], 3 * count - 3);
  return { kinds, normals };
}

function systems() {
  const [, [, makeKernel]] = operatorImplementations;
  const operators = makeKernel(solidBody(mesh));
  const input = { rings, masses: operators.masses, restVolumes };
  const reference = new ReferencePressures(input);
  const kernel = operators.createPressures!(input);
  for (const system of [reference, kernel]) system.update(positions);
  return { reference, kernel, masses: operators.masses };
}

function largest(a: Float64Array): number {
  return a.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Largest difference relative to the largest number. */
function difference(a: Float64Array, b: Float64Array): number {
  return largest(a.map((value, k) => value - b[k])) / largest(b);
}

test('the kernels measure volumes, rates and forces like the reference', () => {
  const { reference, kernel } = systems();
  const p = new Float64Array(count).map(() => spread(random, 1));
  const both = (read: (system: PressureSystem, out: Float64Array) => void, length: number) =>
    [kernel, reference].map((system) => {
      const out = new Float64Array(length);
      read(system, out);
      return out;
    });
  const [volumes, expectedVolumes] = both((system, out) => system.volumesAt(positions, out), count);
  expect(difference(volumes, expectedVolumes)).toBeLessThan(1e-14);
  const [rates, expectedRates] = both((system, out) => system.rates(velocity, out), count);
  expect(difference(rates, expectedRates)).toBeLessThan(1e-6);
  const [forces, expectedForces] = both((system, out) => system.forces(p, out), 3 * count);
  expect(difference(forces, expectedForces)).toBeLessThan(1e-6);
});

test('the kernels find the pressures of the reference', () => {
  const { reference, kernel } = systems();
  const rhs = new Float64Array(count);
  reference.rates(velocity, rhs);
  const [found, expected] = [kernel, reference].map((system) => {
    const p = new Float64Array(count);
    system.begin(rhs, constraints(), target);
    expect(system.take(p, new Float64Array(3 * count)).converged).toBe(true);
    return p;
  });
  expect(difference(found, expected)).toBeLessThan(1e-3);
});

test.each(['reference', 'kernel'] as const)(
  '%s: pressures on a patch that sticks stay moderate, and the whole volume is exact',
  (which) => {
    const { [which]: system, masses } = systems();
    // Every other vertex of the patch wants to swell, its neighbours to shrink: what no motion can do.
    const rhs = restVolumes.map((volume, v) =>
      mesh.restPositions[3 * v + 1] < 0.05 ? (v % 2 === 0 ? volume : -volume) : 0,
    );
    rhs[count >> 1] += restVolumes[count >> 1];
    const p = new Float64Array(count);
    const limits = constraints();
    const change = new Float64Array(3 * count);
    const rates = new Float64Array(count);
    system.begin(rhs, limits, target);
    system.take(p, change);
    new VelocityChange(masses, undefined).accelerate(limits, change);
    system.rates(change, rates);
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    expect(sum(rates) / sum(rhs)).toBeCloseTo(1, 2);
    // Metres per second against volume rates of one body per second: without smoothing, hundreds.
    expect(largest(change)).toBeLessThan(2);
  },
);

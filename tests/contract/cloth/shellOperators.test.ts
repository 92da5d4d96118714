import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { halfTorusSurface, sheetSurface, tubeSurface } from '../../../src/geometry/primitives/sheets.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { createRandom } from '../../support/random.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import { KernelClothOperators } from '../../../src/solids/cloth/KernelClothOperators.ts';
import type { ShellInput } from '../../../src/solids/cloth/ShellInput.ts';
import type { ShellOperators } from '../../../src/solids/cloth/ShellOperators.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { shellOf } from '../../support/clothBodies.ts';
import { withDrags } from '../../support/slipDrags.ts';

const SEED = 17;
const pool = new KernelPool(compileKernels(false), { threads: 1 });

const sheet = sheetSurface(0.6, 0.5, 0.02);
const shells: readonly (readonly [string, ShellInput])[] = [
  ['a sheet in one group of rows', shellOf(sheetSurface(0.4, 0.3, 0.05))],
  ['a sheet in several groups', shellOf(sheetSurface(1, 0.9, 0.02))],
  ['a stiff-threaded sheet', shellOf(sheet, { warpFactor: 3, weftFactor: 0.5 })],
  ['a tube that is hard to bend', shellOf(tubeSurface(0.1, 0.3, 0.02), { bendingStiffness: 0.5 })],
  ['half a torus', shellOf(halfTorusSurface(0.3, 0.12, 0.03))],
  ['a sheet whose vertices come in any order', shuffled(shellOf(sheet))],
];

/** Returns the same shell with its vertices renumbered. */
function shuffled(shell: ShellInput): ShellInput {
  const random = createRandom(SEED);
  const count = shell.restPositions.length / 3;
  const names = Uint32Array.from({ length: count }, (_, v) => v);
  for (let v = count - 1; v > 0; v--) {
    const other = Math.floor(random() * (v + 1));
    [names[v], names[other]] = [names[other], names[v]];
  }
  const restPositions = new Float64Array(3 * count);
  names.forEach((name, v) => restPositions.set(shell.restPositions.subarray(3 * v, 3 * v + 3), 3 * name));
  return { ...shell, restPositions, triangles: shell.triangles.map((v) => names[v]) };
}

/** Stretched, bent and shaken by `amount`, m. */
function deformed(shell: ShellInput, amount: number): Float64Array {
  const random = createRandom(SEED);
  const x = shell.restPositions;
  return x.map((value, k) => {
    const wave = k % 3 === 1 ? 0.03 * Math.sin(20 * x[k - 1]) : 0;
    return (k % 3 === 0 ? 1.02 : 0.99) * value + wave + amount * (2 * random() - 1);
  });
}

/** The largest difference, as a share of the largest number. */
function difference(a: Float64Array, b: Float64Array): number {
  const largest = a.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0) / largest;
}

function constraintsOf(shell: ShellInput) {
  const random = createRandom(SEED + 1);
  const count = shell.restPositions.length / 3;
  const kinds = new Uint8Array(count);
  const normals = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    kinds[v] = [0, 0, Constraint.normal, 0, Constraint.fixed, 0, Constraint.line][v % 7];
    const n = [random() - 0.5, random() - 0.5, random() - 0.5];
    const size = Math.hypot(...n);
    n.forEach((value, axis) => (normals[3 * v + axis] = value / size));
  }
  return { kinds, normals };
}

describe.each(shells)('%s', (_, shell) => {
  const reference = new ClothOperators(shell);
  const kernel = new KernelClothOperators(shell, pool);
  const out = (operators: ShellOperators, velocity: Float64Array) => {
    const image = new Float64Array(velocity.length);
    operators.applyDamping(velocity, image);
    return image;
  };

  it.each([0, 2e-3, 2e-2])('has the forces, energy and stiffness of the reference, shaken by %f m', (amount) => {
    const positions = deformed(shell, amount);
    const random = createRandom(SEED + 2);
    const velocity = positions.map(() => 2 * random() - 1);
    for (const operators of [reference, kernel]) {
      operators.updateElastic(positions, 0.8);
      operators.updateStiffness(0.01);
    }
    expect(difference(reference.elasticForce, kernel.elasticForce)).toBeLessThan(2e-5);
    expect(kernel.elasticEnergy()).toBeCloseTo(reference.elasticEnergy(), 12);
    expect(difference(out(reference, velocity), out(kernel, velocity))).toBeLessThan(1e-5);
    expect(difference(reference.singularValues, kernel.singularValues)).toBe(0);
  });

  it('inverts the triangles that the reference inverts, and feels the same', () => {
    const lying = { ...shell, liesOnSurface: true };
    const [exact, fast] = [new ClothOperators(lying), new KernelClothOperators(lying, pool)];
    const positions = deformed(shell, 2e-3);
    const random = createRandom(SEED + 4);
    const velocity = positions.map(() => 2 * random() - 1);
    for (const operators of [exact, fast]) {
      // One in five is not near its surface; the others should face one side or the other by turns.
      operators.membrane.sides.forEach((_, k, sides) => {
        const t = Math.floor(k / 3);
        sides[k] = t % 5 === 0 ? 0 : (t % 2 === 0 ? 1 : -1) * [0.48, 0.64, 0.6][k % 3];
      });
      operators.updateElastic(positions, 0.8);
      operators.updateStiffness(0.01);
    }
    expect(exact.singularValues.some((s) => s < 0)).toBe(true);
    expect(difference(exact.elasticForce, fast.elasticForce)).toBeLessThan(1e-4);
    expect(difference(out(exact, velocity), out(fast, velocity))).toBeLessThan(1e-4);
    fast.dispose();
  });

  it('keeps its digits far from the origin, and feels no common motion', () => {
    const there = deformed(shell, 1e-3).map((x, k) => x + [300, -20, 500][k % 3]);
    for (const operators of [reference, kernel]) {
      operators.updateElastic(there, 1);
      operators.updateStiffness(0.01);
    }
    expect(difference(reference.elasticForce, kernel.elasticForce)).toBeLessThan(2e-5);
    const image = out(
      kernel,
      there.map((_, k) => [3, -8, 1][k % 3]),
    );
    expect(image.every((value) => value === 0)).toBe(true);
  });

  it.each([
    ['free', 1e-2],
    ['free', 1e-6],
    ['constrained', 1e-2],
    ['constrained', 1e-6],
  ] as const)('solves what the reference solves, %s, to %f', (name, tolerance) => {
    const positions = deformed(shell, 1e-3);
    const h = 0.01;
    const given = constraintsOf(shell);
    if (name === 'free') given.kinds.fill(Constraint.free);
    const random = createRandom(SEED + 3);
    const rhs = positions.map((_, k) => reference.masses[Math.floor(k / 3)] * (2 * random() - 0.5));
    const [exact, dv] = [new Float64Array(rhs.length), new Float64Array(rhs.length)];
    for (const operators of [reference, kernel]) {
      operators.updateElastic(positions, 1);
      operators.updateStiffness(h);
    }
    const constraints = withDrags(given, reference, { h, share: 3 });
    reference.solveVelocity({ h, tolerance: 1e-8, maxIterations: 4000 }, rhs, constraints, exact);
    const report = kernel.solveVelocity({ h, tolerance, maxIterations: 4000 }, rhs, constraints, dv);
    expect(report.converged).toBe(true);
    expect(report.relativeResidual).toBeGreaterThan(0);
    expect(difference(exact, dv)).toBeLessThan(tolerance === 1e-2 ? 0.2 : 2e-4);
    for (let v = 0; v < constraints.kinds.length; v++) {
      if (constraints.kinds[v] === Constraint.fixed) expect(dv.slice(3 * v, 3 * v + 3)).toEqual(new Float64Array(3));
    }
  });

  it('has the factors of the present constraints, whatever they were before', () => {
    const h = 0.01;
    const constraints = constraintsOf(shell);
    const rhs = shell.restPositions.map((_, k) => Math.sin(k));
    const solve = { h, tolerance: 1e-2, maxIterations: 500 };
    const results = [0, 1].map((earlier) => {
      const operators = new KernelClothOperators(shell, pool);
      operators.updateElastic(deformed(shell, 1e-3), 1);
      operators.updateStiffness(h);
      const dv = new Float64Array(rhs.length);
      const before = {
        kinds: constraints.kinds.map((kind, v) => (v % 3 === 0 ? 0 : kind)),
        normals: constraints.normals,
      };
      if (earlier === 1) {
        operators.solveVelocity(solve, rhs, before, dv);
        operators.solveVelocity(solve, rhs, withDrags(constraints, operators, { h, share: 3 }), dv);
      }
      operators.solveVelocity(solve, rhs, constraints, dv);
      operators.dispose();
      return sha256Hex(new Uint8Array(dv.buffer));
    });
    expect(results[0]).toBe(results[1]);
  });

  it('stays finite where triangles are lines and points', () => {
    for (const flatten of [(x: number, k: number) => (k % 3 === 0 ? x : 0), () => 0]) {
      kernel.updateElastic(shell.restPositions.map(flatten), 1);
      kernel.updateStiffness(0.01);
      expect(kernel.elasticForce.every(Number.isFinite)).toBe(true);
      expect(out(kernel, shell.restPositions).every(Number.isFinite)).toBe(true);
    }
  });
});

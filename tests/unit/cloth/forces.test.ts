import { describe, expect, it } from 'vitest';
import { sheetSurface, tubeSurface } from '../../../src/geometry/primitives/sheets.ts';
import { createRandom } from '../../support/random.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import type { ShellInput } from '../../../src/solids/cloth/ShellInput.ts';
import { shellOf } from '../../support/clothBodies.ts';

const SEED = 11;

function shaken(shell: ShellInput, amount: number): Float64Array {
  const random = createRandom(SEED);
  return shell.restPositions.map((x) => x + amount * (2 * random() - 1));
}

const shells: readonly (readonly [string, ShellInput])[] = [
  ['a sheet', shellOf(sheetSurface(0.4, 0.3, 0.1))],
  ['a stiff-threaded sheet', shellOf(sheetSurface(0.4, 0.3, 0.1), { warpFactor: 3, weftFactor: 0.5 })],
  ['a tube that is hard to bend', shellOf(tubeSurface(0.1, 0.3, 0.06), { bendingStiffness: 0.5 })],
];

describe.each(shells)('%s', (_, shell) => {
  it('feels nothing at rest, and no force where it is turned and moved', () => {
    const operators = new ClothOperators(shell);
    const turned = shell.restPositions.slice();
    const [c, s] = [Math.cos(0.8), Math.sin(0.8)];
    for (let k = 0; k < turned.length; k += 3) {
      const [x, y, z] = shell.restPositions.subarray(k, k + 3);
      turned.set([c * x - s * y + 3, c * y + s * x - 1, z + 2], k);
    }
    for (const positions of [shell.restPositions, turned]) {
      operators.updateElastic(positions, 1);
      expect(Math.max(...operators.elasticForce.map(Math.abs))).toBeLessThan(1e-9);
      expect(operators.elasticEnergy()).toBeLessThan(1e-12);
    }
  });

  it('has forces that are the gradient of its energy', () => {
    const operators = new ClothOperators(shell);
    const positions = shaken(shell, 0.02);
    operators.updateElastic(positions, 1);
    const force = operators.elasticForce.slice();
    const scale = Math.max(...force.map(Math.abs));
    const step = 1e-6;
    const random = createRandom(SEED + 1);
    for (let n = 0; n < 40; n++) {
      const k = Math.floor(random() * positions.length);
      const energies = [step, -step].map((change) => {
        const moved = positions.slice();
        moved[k] += change;
        operators.updateElastic(moved, 1);
        return operators.elasticEnergy();
      });
      expect(Math.abs((energies[0] - energies[1]) / (2 * step) + force[k])).toBeLessThan(1e-5 * scale);
    }
  });

  it('pushes itself nowhere and turns itself nowhere', () => {
    const operators = new ClothOperators(shell);
    const x = shaken(shell, 0.02);
    operators.updateElastic(x, 1);
    const f = operators.elasticForce;
    const sums = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < x.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
        sums[axis] += f[k + axis];
        sums[3 + axis] += x[k + b] * f[k + c] - x[k + c] * f[k + b];
      }
    }
    const scale = Math.max(...f.map(Math.abs));
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-10 * scale * x.length);
  });

  it('has a stiffness that is symmetric, never negative, and near rest that of its forces', () => {
    const operators = new ClothOperators({ ...shell, dampingTime: 0 });
    const random = createRandom(SEED + 2);
    const direction = shell.restPositions.map(() => 2 * random() - 1);
    const image = new Float64Array(direction.length);
    // Slightly stretched: nothing is compressed, so that nothing was made definite.
    const positions = shell.restPositions.map((x) => 1.001 * x);
    operators.updateElastic(positions, 1);
    operators.updateStiffness(1);
    operators.applyDamping(direction, image);
    const step = 1e-7;
    const forces = [step, -step].map((change) => {
      operators.updateElastic(
        positions.map((x, k) => x + change * direction[k]),
        1,
      );
      return operators.elasticForce.slice();
    });
    const scale = Math.max(...image.map(Math.abs));
    image.forEach((value, k) => {
      expect(Math.abs(value + (forces[0][k] - forces[1][k]) / (2 * step))).toBeLessThan(5e-3 * scale);
    });
    const crushed = shaken(shell, 0.05);
    operators.updateElastic(crushed, 1);
    operators.updateStiffness(1);
    for (let n = 0; n < 20; n++) {
      const v = direction.map(() => 2 * random() - 1);
      operators.applyDamping(v, image);
      expect(v.reduce((sum, value, k) => sum + value * image[k], 0)).toBeGreaterThan(0);
    }
  });

  it('stays finite where triangles are lines and points', () => {
    const operators = new ClothOperators(shell);
    for (const flatten of [
      (_: number, k: number) => (k % 3 === 0 ? shell.restPositions[k] : 0),
      () => 0,
      (x: number, k: number) => (k % 3 === 1 ? -x : x),
    ]) {
      operators.updateElastic(shell.restPositions.map(flatten), 1);
      expect(operators.elasticForce.every(Number.isFinite)).toBe(true);
      operators.updateStiffness(0.01);
      const image = new Float64Array(shell.restPositions.length);
      operators.applyDamping(shell.restPositions, image);
      expect(image.every(Number.isFinite)).toBe(true);
    }
  });
});

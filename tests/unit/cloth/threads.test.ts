import { expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { sheetSurface, tubeSurface } from '../../../src/geometry/primitives/sheets.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { createRandom } from '../../support/random.ts';
import { KernelClothOperators } from '../../../src/solids/cloth/KernelClothOperators.ts';
import type { ShellInput } from '../../../src/solids/cloth/ShellInput.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { sheetModel, shellOf } from '../../support/clothBodies.ts';

const hash = (values: Float64Array) => sha256Hex(new Uint8Array(values.slice().buffer));

/** Hashes of everything that a few steps give. */
function fingerprint(shell: ShellInput, pool: KernelPool): string {
  const operators = new KernelClothOperators(shell, pool);
  const random = createRandom(3);
  const count = operators.vertexCount;
  const text: string[] = [];
  const out = new Float64Array(3 * count);
  for (const tolerance of [1e-2, 1e-4, 1e-6]) {
    const positions = shell.restPositions.map((x) => x + 2e-3 * random());
    operators.updateElastic(positions, 0.9);
    operators.updateStiffness(0.01);
    text.push(hash(operators.elasticForce));
    const rhs = positions.map((_, k) => operators.masses[Math.floor(k / 3)] * (random() - 0.3));
    operators.applyDamping(rhs, out);
    text.push(hash(out));
    for (const fixed of [7, 5]) {
      const kinds = Uint8Array.from({ length: count }, (_, v) =>
        v % fixed === 0 ? Constraint.fixed : Constraint.free,
      );
      const constraints = { kinds, normals: new Float64Array(3 * count) };
      const report = operators.solveVelocity({ h: 0.01, tolerance, maxIterations: 80 }, rhs, constraints, out);
      text.push(hash(out), JSON.stringify(report));
    }
  }
  operators.dispose();
  return text.join();
}

it.each([
  ['four groups of rows', shellOf(sheetSurface(1, 0.9, 0.012), { warpFactor: 2 })],
  ['two groups of rows', shellOf(tubeSurface(0.1, 0.6, 0.013))],
  ['of a constitutive model', shellOf(sheetSurface(0.6, 0.5, 0.013), { model: sheetModel('neo-hookean') })],
  ['too small to be shared out', shellOf(sheetSurface(0.4, 0.3, 0.05))],
])('cloth has the same bytes whatever the number of threads: %s', (_, shell) => {
  const expected = fingerprint(shell, new KernelPool(compileKernels(false), { threads: 1 }));
  for (const threads of [1, 2, 3, 5]) {
    const pool = new KernelPool(compileKernels(threads > 1), { threads });
    expect(fingerprint(shell, pool)).toBe(expected);
    pool.dispose();
  }
});

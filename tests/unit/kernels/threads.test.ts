import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { SeededRandom } from '../../support/random.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { softBox, softHexBox, softMixedBox, softModel, softQuadraticBox, spread } from '../../support/tetBodies.ts';

/** Hash of everything that a few steps on `threads` threads give. */
function fingerprint(input: SolidBodyInput, pool: KernelPool): string {
  const operators = new KernelSolidOperators(input, pool);
  const random = new SeededRandom('fingerprint');
  const size = input.restPositions.length;
  const constraints = {
    kinds: Uint8Array.from({ length: size / 3 }, (_, v) => (v % 9 === 0 ? Constraint.fixed : Constraint.free)),
    normals: new Float64Array(size),
  };
  const out = new Float64Array(size);
  let text = '';
  for (let step = 0; step < 4; step++) {
    const positions = input.restPositions.map((x) => x + spread(random, 0.06));
    const rhs = input.restPositions.map(() => spread(random, 1));
    operators.updateElastic(positions, 0.9);
    operators.updateDamping();
    text += sha256Hex(new Uint8Array(operators.elasticForce.slice().buffer));
    text += sha256Hex(new Uint8Array(operators.singularValues.slice().buffer));
    operators.applyDamping(rhs, out);
    text += sha256Hex(new Uint8Array(out.buffer));
    const report = operators.solveVelocity(
      { h: 0.02, tolerance: [1e-2, 1e-4, 1e-6, 1e-9][step], maxIterations: 60 },
      rhs,
      constraints,
      out,
    );
    text += sha256Hex(new Uint8Array(out.buffer)) + JSON.stringify(report);
  }
  operators.dispose();
  return text;
}

describe('threads', () => {
  const bodies: [string, SolidBodyInput][] = [
    ['one material', softBox(9, 9, 9)],
    ['hexahedra', softHexBox(5, 6, 7)],
    ['conserving damping of hexahedra', softHexBox(5, 6, 5, { dampingForm: 'conserving' })],
    ['quadratic tetrahedra', softQuadraticBox(3, 4, 5)],
    ['conserving damping of quadratic tetrahedra', softQuadraticBox(3, 4, 4, { dampingForm: 'conserving' })],
    ['mixed shapes', softMixedBox(5, 4, 4, { dampingForm: 'conserving' })],
    ['conserving damping', softBox(5, 6, 7, { dampingForm: 'conserving' })],
    [
      'several materials, one outside the kernel',
      softBox(6, 6, 6, {
        models: [softModel(), { ...softModel('neo-hookean'), kernel: undefined }],
        elementModel: Uint8Array.from({ length: 6 * 216 }, (_, e) => e % 2),
      }),
    ],
    ['too small to be shared out', softBox(1, 1, 1)],
  ];

  it.each(bodies)('give the same bytes whatever their number: %s', (_, input) => {
    const alone = new KernelPool(compileKernels(false), { threads: 1 });
    const expected = fingerprint(input, alone);
    for (const threads of [1, 2, 3, 5]) {
      const pool = new KernelPool(compileKernels(threads > 1), { threads });
      expect(fingerprint(input, pool)).toBe(expected);
      pool.dispose();
    }
  });

  it('serve several bodies by turns and let them go', () => {
    const pool = new KernelPool(compileKernels(true), { threads: 2 });
    const bodies = [4, 6, 7].map((n) => new KernelSolidOperators(softBox(n, n, n), pool));
    for (let round = 0; round < 20; round++) {
      for (const body of bodies) {
        body.updateElastic(new Float64Array(3 * body.vertexCount), 1);
        expect(body.singularValues.every((s) => s === 0)).toBe(true);
      }
    }
    for (const body of bodies) body.dispose();
    pool.dispose();
  });
});

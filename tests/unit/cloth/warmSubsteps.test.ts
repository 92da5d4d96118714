import { expect, test } from 'vitest';
import { sheetSurface } from '../../../src/geometry/primitives/sheets.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { KernelClothOperators } from '../../../src/solids/cloth/KernelClothOperators.ts';
import type { ShellOperatorsFactory } from '../../../src/solids/cloth/ShellOperators.ts';
import { Step } from '../../../src/simulation/Step.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { clothBody, planeCollider, sheetModel, shellOf } from '../../support/clothBodies.ts';
import '../../support/withoutInlining.ts';

/** Duration of a frame, s. */
const FRAME = 1 / 24;
const FRAMES = 10;
/** Times that V8 has to compile what runs. */
const ROUNDS = 24;

const pool = new KernelPool(compileKernels(false), { threads: 1 });
const createOperators: ShellOperatorsFactory = (shell) => new KernelClothOperators(shell, pool);

test.each([
  ['that springs back', false, undefined],
  ['that keeps dents', true, undefined],
  ['of a constitutive model', false, 'neo-hookean'],
  ['of a constitutive model that keeps dents', true, 'fixed-corotated'],
] as const)('a warm substep of cloth on a rough slope, %s, allocates a few numbers', (_what, dents, model) => {
  // Some 370 vertices: one number for each would be 6 kB.
  const shell = shellOf(sheetSurface(0.6, 0.5, 0.03), { warpFactor: 1.5, model: model && sheetModel(model) });
  const body = clothBody(shell, {
    createOperators,
    positions: shell.restPositions.map((x, k) => (k % 3 === 1 ? x + 1e-3 : x)),
    gravityAt: (_, out) => {
      out[0] = 4;
      out[1] = -9;
      out[2] = 0;
    },
    colliders: [planeCollider(0.3)],
    minSubsteps: 4,
    yields: dents ? { bendStrain: 1e-5, stretchStrain: 1e-6, thickness: 1e-3 } : undefined,
  });
  const step = new Step([body]);
  let contacts = 0;
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= SUBSTEP_BOUND; round++) {
    let substeps = 0;
    const bytes = allocatedBytes(() => {
      for (let frame = 0; frame < FRAMES; frame++) {
        const start = (FRAMES * round + frame) * FRAME;
        step.advance(start, start + FRAME);
        substeps += body.substeps.length;
        contacts = Math.max(contacts, body.substeps[0].contacts);
      }
    });
    least = Math.min(least, bytes / substeps);
  }
  expect(contacts).toBeGreaterThan(100);
  expect(least).toBeLessThan(SUBSTEP_BOUND);
});

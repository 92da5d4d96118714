import { describe, expect, it } from 'vitest';
import { sheetSurface } from '../../../src/geometry/primitives/sheets.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import { KernelClothOperators } from '../../../src/solids/cloth/KernelClothOperators.ts';
import { sheetModel, sheetModels, shellOf } from '../../support/clothBodies.ts';
import { createRandom } from '../../support/random.ts';
import { relativeError } from '../../support/tetBodies.ts';

const STIFFNESS = 500;
const pool = new KernelPool(compileKernels(false), { threads: 1 });
/** m. */
const EDGE = 0.08;
const surface = sheetSurface(0.4, 0.3, EDGE);

/** Growth along and across, and noise (m): from small strain to flat, crushed and drawn out to the thinnest that a sheet may be. */
const STATES = [
  [1, 1, 1e-5],
  [1.02, 0.99, 0.002],
  [1.6, 0.8, 0.01],
  [2.5, 2.4, 0.01],
  [0.5, 0.6, 0.01],
  [1, 0, 0],
  [4, 4, 0.05],
] as const;

const cases = sheetModels.flatMap((type) => [0, 0.3, 0.49].map((poissonRatio) => [type, poissonRatio] as const));

describe.each(cases)("the kernel of %s in plane stress, Poisson's ratio %f", (type, poissonRatio) => {
  const model = sheetModel(type, STIFFNESS, poissonRatio);
  const input = shellOf(surface, { model, membraneStiffness: STIFFNESS, poissonRatio, warpFactor: 1.5 });

  it.each([false, true])('has the forces and the stiffness of the reference; inverted triangles: %s', (inverts) => {
    const shell = { ...input, liesOnSurface: inverts };
    const reference = new ClothOperators(shell);
    const kernel = new KernelClothOperators(shell, pool);
    // Which of two equal stretches is the negative one F does not say.
    const states = STATES.filter(([along, across]) => !inverts || Math.abs(along - across) > 0.05);
    for (const [along, across, noise] of states) {
      const random = createRandom(7);
      const x = shell.restPositions.map(
        (value, k) => (k % 3 === 0 ? along : across) * value + noise * (2 * random() - 1),
      );
      const direction = x.map(() => 2 * random() - 1);
      const [exact, fast] = [reference, kernel].map((operators) => {
        // Half of the triangles should face the other way.
        operators.membrane.sides.forEach(
          (_, k, sides) => (sides[k] = k % 3 === 1 ? 1 - 2 * (Math.floor(k / 3) % 2) : 0),
        );
        operators.updateElastic(x, 0.7);
        operators.updateStiffness(0.02);
        const image = new Float64Array(x.length);
        operators.applyDamping(direction, image);
        return { force: operators.elasticForce.slice(), image };
      });
      const state = `${along} x ${across}`;
      // At rest a force is the rounding of stretches: it counts beside that of a strain of 1 %.
      const size = Math.max(0.01 * STIFFNESS * EDGE, ...exact.force.map(Math.abs));
      exact.force.forEach((value, k) => expect(Math.abs(value - fast.force[k]), state).toBeLessThan(2e-5 * size));
      expect(relativeError(exact.image, fast.image), state).toBeLessThan(2e-3);
    }
    kernel.dispose();
  });
});

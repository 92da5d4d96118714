import { CoreError } from '../../base/errors.ts';
import type { PairKernelFactory } from '../../collision/selfContact/KernelPairs.ts';
import { PairKernel } from '../../kernels/contacts/PairKernel.ts';
import { compileKernels } from '../../kernels/kernelModules.ts';
import { detectKernelSupport } from '../../kernels/kernelSupport.ts';
import { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import { ShallowKernel } from '../../kernels/liquid/ShallowKernel.ts';
import { KernelPool } from '../../kernels/threads/KernelPool.ts';
import type { LiquidKernelFactory, ShallowStepsFactory } from '../../liquids/LiquidSolver.ts';
import { KernelShallowSteps } from '../../liquids/shallow/KernelShallowSteps.ts';
import type { OperatorsFactory } from '../../systems/solid/SimulatedSolidInput.ts';
import { ClothOperators } from '../../solids/cloth/ClothOperators.ts';
import { KernelClothOperators } from '../../solids/cloth/KernelClothOperators.ts';
import type { ShellOperatorsFactory } from '../../solids/cloth/ShellOperators.ts';
import { KernelSolidOperators } from '../../solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../solids/ReferenceSolidOperators.ts';

/** The implementation of the solver's inner loops that a process uses. */
export interface SolverBackend {
  /** Part of every frame's key. Results of one backend are the same bytes for any number of threads. */
  readonly name: string;
  readonly createOperators: OperatorsFactory;
  readonly createShell: ShellOperatorsFactory;
  /** Creates the kernel of a liquid; left out where liquids are simulated by the reference. */
  readonly createLiquidKernel?: LiquidKernelFactory;
  /** Creates what steps shallow water; left out where the reference does. */
  readonly createShallowSteps?: ShallowStepsFactory;
  /** Creates the kernel that finds pairs of primitives in contact; left out where the reference does. */
  readonly createPairKernel?: PairKernelFactory;
  dispose(): void;
}

export const backendNames = ['simd', 'reference'] as const;

/** The backend that a process uses unless told otherwise. */
export function defaultBackendName(): string {
  return detectKernelSupport().simd ? 'simd' : 'reference';
}

/**
 * The backend called `choice`; by default the SIMD kernels on `threads` threads where WebAssembly has them, else the TypeScript
 * reference. Throws `usage` for an unknown name, or kernels that cannot run here.
 */
export function createBackend(choice: string | undefined, threads: number): SolverBackend {
  const support = detectKernelSupport();
  const name = choice ?? defaultBackendName();
  if (name === 'reference') return referenceBackend();
  if (name !== 'simd') {
    throw new CoreError('usage', `there is no backend '${name}'`, {
      remedy: `Use one of: ${backendNames.join(', ')}.`,
    });
  }
  if (!support.simd)
    throw new CoreError('usage', 'WebAssembly has no SIMD here', { remedy: 'Use --backend reference.' });
  const usable = support.threads ? threads : 1;
  const pool = new KernelPool(compileKernels(usable > 1), { threads: usable });
  return {
    name,
    createOperators: (input) => new KernelSolidOperators(input, pool),
    createShell: (input) => {
      const hasKernel = input.model === undefined || input.model.kernel !== undefined;
      return hasKernel ? new KernelClothOperators(input, pool) : new ClothOperators(input);
    },
    createLiquidKernel: (grid) => new LiquidKernel(grid, pool),
    createShallowSteps: (input) => new KernelShallowSteps(input, (grid) => new ShallowKernel(grid, pool)),
    createPairKernel: (tables, vertexCount) => new PairKernel(tables, vertexCount, pool),
    dispose: () => pool.dispose(),
  };
}

function referenceBackend(): SolverBackend {
  return {
    name: 'reference',
    createOperators: (input) => new ReferenceSolidOperators(input),
    createShell: (input) => new ClothOperators(input),
    dispose: () => undefined,
  };
}

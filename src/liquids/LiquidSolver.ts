import extraSolvers from '#extra-kinds/liquidSolvers';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { SystemState } from '../base/state/SystemState.ts';
import type { EntityStats } from '../frames/EntityStats.ts';
import type { CellFields } from '../frames/LiquidCells.ts';
import type { StaticStream } from '../frames/StaticStream.ts';
import type { Stream } from '../frames/Stream.ts';
import type { LiquidKernel, LiquidKernelGrid } from '../kernels/liquid/LiquidKernel.ts';
import type { Liquid } from '../scene/kinds/liquid.ts';
import type { QualitySettings } from '../scene/Scene.ts';
import type { StatisticsSections } from '../scene/statistics/statistic.ts';
import type { CellGrid, FaceArrays } from './CellGrid.ts';
import type { CoupledFluid } from './CoupledFluid.ts';
import type { LiquidMaterial } from './LiquidMaterial.ts';
import type { LiquidEdits } from './LiquidEdits.ts';
import type { ShallowSteps, ShallowStepsInput } from './shallow/ShallowSteps.ts';

/** Makes the kernel of a liquid on a grid. */
export type LiquidKernelFactory = (grid: LiquidKernelGrid) => LiquidKernel;

/** Makes the kernel that moves a liquid in columns. */
export type ShallowStepsFactory = (input: ShallowStepsInput) => ShallowSteps;

/** The statistics of a liquid that its solver knows; the others are those of its substeps and regions. */
export type SolverStats = Pick<EntityStats, 'volume' | 'energies'> &
  Omit<StatisticsSections['liquid'], 'emitted' | 'drained'> &
  Partial<Pick<StatisticsSections, 'divergence' | 'spray'>> & {
    /** Iterations of all pressure solves of the interval. */
    readonly pressureIterations: number;
  };

/**
 * What simulates one liquid. A substep is `findVelocity`, which may fail and changes nothing that lasts, then `advect`, new solids where they move, and `keepOut`; regions edit the
 * liquid between substeps.
 */
export interface LiquidSolver {
  /** Cells at whose corners solids are sampled, and which slices of a frame show. */
  readonly grid: CellGrid;
  /** Everything that the future of the liquid depends on. */
  readonly state: SystemState;
  readonly edits: LiquidEdits;
  /** Flags of the cells in regions that liquid is poured into, where the solver reads them: they are written before each substep that they may have changed for. */
  readonly emitterCells?: Uint8Array;
  /** What deformable solids move with; left out by a solver that cannot be coupled with them. */
  readonly coupled?: CoupledFluid;
  /**
   * Replaces the solids, from the next substep on; what is given is copied. Left out by a liquid in columns, to which solids are ground.
   * @param distance to the solids at the corners of cells, m, positive outside, true to three cells from them; none where left out.
   * @param velocity of the solids across each face, m/s; 0 where left out.
   */
  setSolids?(distance: Float64Array | undefined, velocity?: FaceArrays): void;
  /** Begins the statistics of a frame. */
  beginFrame(): void;
  /** Returns an even part of `most`, s, in which the liquid moves no farther than the solver allows. */
  longestStep(most: number): number;
  /** Finds the velocity of a substep of `dt`, s, among the solids that are set. */
  findVelocity(dt: number): void;
  /** Moves the liquid by `dt`, s, with the velocity that was found. */
  advect(dt: number): void;
  /** Ends a substep: liquid is kept out of the solids as they are set now, and is gone where it has left through open sides. */
  keepOut(): void;
  /** Returns what frames hold of the liquid. */
  streams(): Stream[];
  /** Returns statistics, with the energy of height in the present gravity. */
  stats(): SolverStats;
  /** Takes the state of a stored frame, as far as the frame has it: its streams of the liquid and the volume that its statistics give, m3. */
  loadFrame(streams: readonly Stream[], volume: number): void;
  /** Returns what the cells hold in a substep of at most `most`, s; moves nothing. */
  cellFields(most: number): CellFields;
  dispose?(): void;
}

/** What a solver is made for. */
export interface LiquidSolverInput {
  readonly liquid: Liquid;
  readonly quality: QualitySettings;
  /** m/s2, xyz: written before every substep and before statistics. */
  readonly gravity: Float64Array;
  /** The material of the liquid: written before every substep. */
  readonly material: LiquidMaterial;
  /** Another seed scatters what the solver scatters at other random places. */
  readonly seed: number;
  readonly createKernel?: LiquidKernelFactory;
  readonly createShallowSteps?: ShallowStepsFactory;
}

/** How a liquid is simulated. Registered by adding a file to `solvers/` that default-exports one. */
export interface LiquidSolverDefinition extends Omit<Definition, 'params'> {
  /** Whether it simulates a liquid by what the liquid says; left out by the solver of the liquids that no other one claims. */
  simulates?(liquid: Liquid): boolean;
  /** Returns warnings of what a liquid asks for and its solvers do not do, for the first frame; none where left out. */
  warnings?(liquid: Liquid): readonly string[];
  /** Its solvers have `coupled`: deformable solids move with the liquid, and otherwise it flows through them. */
  readonly couplesSolids: boolean;
  /** Returns the streams of a liquid as statics declare them. Throws `document-invalid` as `liquidGrid` does. */
  streams(liquid: Liquid, edgeScale: number): StaticStream[];
  /** Throws `document-invalid` for what it cannot simulate. */
  create(input: LiquidSolverInput): LiquidSolver;
}

export const liquidSolvers = new Registry<LiquidSolverDefinition>(
  'liquid solver',
  defaultExports<LiquidSolverDefinition>({ ...import.meta.glob('./solvers/*.ts', { eager: true }), ...extraSolvers }),
);

/** Returns the solver of a liquid: the one that claims it, else the one that claims none. */
export function solverOf(liquid: Liquid): LiquidSolverDefinition {
  return chooseSolver(liquidSolvers.all(), liquid);
}

/** Returns the definition that simulates a liquid. Exactly one must claim it, or none and exactly one of them claim no liquids at all. */
export function chooseSolver<D extends Pick<LiquidSolverDefinition, 'type' | 'simulates'>>(
  definitions: readonly D[],
  liquid: Liquid,
): D {
  const claiming = definitions.filter(({ simulates }) => simulates?.(liquid) === true);
  const found = claiming.length > 0 ? claiming : definitions.filter(({ simulates }) => simulates === undefined);
  if (found.length === 1) return found[0];
  throw new Error(`liquid '${liquid.id}' has ${found.length} solvers: ${found.map(({ type }) => type).join(', ')}`);
}

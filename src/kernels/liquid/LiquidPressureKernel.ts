import * as BodyField from '../bodyFields.ts';
import * as Field from '../liquidPressureFields.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import { PressureLevels } from './PressureLevels.ts';

const BARRIER_BYTES = 64;
/** Sweeps of Gauss-Seidel, as `Multigrid` has them. */
const SWEEPS = 2;
const COARSEST_SWEEPS = 8;

/** Matrix of a liquid's pressure over the cells of a `CellGrid`, as in `PressureMatrix`. */
interface PressureMatrixArrays {
  readonly links: readonly Float64Array[];
  readonly surface: Float64Array;
  readonly diagonal: Float64Array;
  /** The unknowns, ascending. */
  readonly cells: Uint32Array;
  readonly unknowns: number;
}

/**
 * Matrix of a liquid's pressure, one multigrid cycle and the steps of conjugate gradients in kernel memory: the bytes of `PressureMatrix`, `Multigrid` and
 * `PressureSolver` for any number of threads. Only rows with unknowns are processed. Vectors over the cells are read and written at unknowns.
 */
export class LiquidPressureKernel {
  private readonly arrays: KernelArrays;
  private readonly pool: KernelPool;
  private readonly arena: AttachedArena;
  private readonly levels: PressureLevels;
  private readonly links: readonly Float64Array[];
  private readonly surface: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly residual: Float64Array;
  private readonly direction: Float64Array;
  private readonly image: Float64Array;
  private readonly solution: Float64Array;
  private readonly partials: Float64Array;
  /** Storage slot of each unknown, and its cell. */
  private readonly slots: Uint32Array;
  private cells: Uint32Array = new Uint32Array(0);
  private unknowns = 0;
  /** Cells that are read and written in every step, and their slots. */
  private coupled: Uint32Array = new Uint32Array(0);
  private coupledCount = 0;
  private coupledSlots = new Uint32Array(0);
  private readonly passes: Readonly<Record<keyof typeof PASSES, number>>;

  constructor(counts: readonly [number, number, number], pool: KernelPool) {
    const levels = new PressureLevels(counts, pool.threads);
    const arrays = new KernelArrays(arrayBytes(levels.size, counts[2]), pool.threads > 1, levels);
    const { fields, memory } = arrays;
    levels.bind(memory.buffer, fields);
    this.arrays = arrays;
    this.pool = pool;
    this.levels = levels;
    this.links = [0, 1, 2].map((axis) => levels.cells(memory.buffer, Field.LINKS_AT + axis));
    this.surface = levels.cells(memory.buffer, Field.SURFACE_AT);
    this.diagonal = levels.cells(memory.buffer, Field.DIAGONAL_AT);
    this.residual = arrays.f64(Field.RESIDUAL_AT, levels.size);
    this.direction = arrays.f64(Field.DIRECTION_AT, levels.size);
    this.image = arrays.f64(Field.IMAGE_AT, levels.size);
    this.solution = arrays.f64(Field.SOLUTION_AT, levels.size);
    this.partials = arrays.f64(Field.PARTIALS_AT, counts[2]);
    this.slots = new Uint32Array(counts[0] * counts[1] * counts[2]);
    fields[Field.SWEEPS] = SWEEPS;
    fields[Field.COARSEST_SWEEPS] = COARSEST_SWEEPS;
    fields[BodyField.PATIENCE] = pool.patience;
    this.arena = pool.attach(memory, fields[BodyField.BARRIER_AT] + 12);
    const passes = Object.entries(PASSES).map(([pass, name]) => [pass, pool.kernel(name)]);
    this.passes = Object.fromEntries(passes) as Record<keyof typeof PASSES, number>;
  }

  /** Copies a matrix, and computes its coarse ones. */
  update(matrix: PressureMatrixArrays): void {
    this.run('clear');
    this.cells = matrix.cells;
    this.unknowns = matrix.unknowns;
    this.levels.place(matrix.cells, matrix.unknowns, this.slots);
    // Layers without unknowns are not written.
    this.partials.fill(0);
    for (let axis = 0; axis < 3; axis++) this.store(matrix.links[axis], this.links[axis]);
    this.store(matrix.surface, this.surface);
    this.store(matrix.diagonal, this.diagonal);
    this.run('update');
  }

  /** Takes the first `count` of `cells`, all unknowns: `readDirection` and `addImage` are about them. */
  couple(cells: Uint32Array, count: number): void {
    if (this.coupledSlots.length < count) this.coupledSlots = new Uint32Array(2 * count);
    this.coupled = cells;
    this.coupledCount = count;
    for (let n = 0; n < count; n++) this.coupledSlots[n] = this.slots[this.unknownOf(cells[n])];
  }

  /** Starts a solve at `x` with the residual there. */
  begin(residual: Float64Array, x: Float64Array): void {
    this.store(residual, this.residual);
    this.store(x, this.solution);
  }

  /** Runs one cycle on the residual; returns the product of both. */
  cycle(): number {
    this.run('cycle');
    return this.sum();
  }

  /** Computes the next direction: the result of the cycle plus `beta` times the last one. Returns its product with its image. */
  turn(beta: number): number {
    this.arrays.scalars[Field.BETA] = beta;
    this.run('direction');
    return this.sum();
  }

  /** Writes the direction in coupled cells. */
  readDirection(out: Float64Array): void {
    const { direction, coupled, coupledSlots } = this;
    for (let n = 0; n < this.coupledCount; n++) out[coupled[n]] = direction[coupledSlots[n]];
  }

  /** Adds to the image of the direction in coupled cells, and returns the product of both. */
  addImage(more: Float64Array): number {
    const { image, coupled, coupledSlots } = this;
    for (let n = 0; n < this.coupledCount; n++) image[coupledSlots[n]] += more[coupled[n]];
    this.run('imageSum');
    return this.sum();
  }

  /** Moves the solution by `alpha` along the direction; returns the largest residual. */
  step(alpha: number): number {
    this.arrays.scalars[Field.ALPHA] = alpha;
    this.run('step');
    let most = 0;
    for (const part of this.partials) most = Math.max(most, part);
    return most;
  }

  /** Writes the solution. */
  readSolution(out: Float64Array): void {
    this.read(this.solution, out);
  }

  /** Releases the memory. */
  dispose(): void {
    this.pool.detach(this.arena);
  }

  /** Returns the number of the unknown in a cell, by bisection. */
  private unknownOf(cell: number): number {
    let low = 0;
    let high = this.unknowns - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cells[middle] < cell) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private store(from: Float64Array, to: Float64Array): void {
    const { slots, cells, unknowns } = this;
    for (let n = 0; n < unknowns; n++) to[slots[n]] = from[cells[n]];
  }

  private read(from: Float64Array, to: Float64Array): void {
    const { slots, cells, unknowns } = this;
    for (let n = 0; n < unknowns; n++) to[cells[n]] = from[slots[n]];
  }

  /** Sums in the order of the layers. */
  private sum(): number {
    let sum = 0;
    for (const part of this.partials) sum += part;
    return sum;
  }

  private run(pass: keyof typeof PASSES): void {
    this.pool.run(this.arena, this.passes[pass], this.arrays.record);
  }
}

const PASSES = {
  clear: 'pressureClearPass',
  update: 'pressureUpdatePass',
  cycle: 'pressureCyclePass',
  direction: 'pressureDirectionPass',
  imageSum: 'pressureImageSumPass',
  step: 'pressureStepPass',
} as const;

function arrayBytes(size: number, layers: number): [field: number, bytes: number][] {
  const vectors = [Field.RESIDUAL_AT, Field.DIRECTION_AT, Field.IMAGE_AT, Field.SOLUTION_AT];
  return [
    ...vectors.map((field): [number, number] => [field, 8 * size]),
    [Field.PARTIALS_AT, 8 * layers],
    [BodyField.BARRIER_AT, BARRIER_BYTES],
  ];
}

import * as BodyField from '../bodyFields.ts';
import * as Field from '../shallowFields.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';

const BARRIER_BYTES = 64;
/** Numbers that rows of scratch have beyond the columns: faces, and the last pair that begins at one. */
const BEYOND = 6;
/** Numbers after an array that pairs of numbers are read into. */
const PADDING = 4;
const WATER = [0, 1, 2] as const;

/** Columns of shallow water as kernels number them. */
export interface ShallowKernelGrid {
  /** Columns along x and z. */
  readonly counts: readonly [number, number];
  /** Edge of a column, m. */
  readonly h: number;
  /** Length of an array, ghost cells included, and numbers from a row along x to the next. */
  readonly size: number;
  readonly row: number;
  /** Low and high sides along x, then along z, that are walls. */
  readonly closed: readonly [readonly [boolean, boolean], readonly [boolean, boolean]];
  /** Depth up to which water has no velocity, m. */
  readonly dryDepth: number;
}

/** What acts on the water: accelerations down and along x and z, m/s2, and Manning's coefficient, s/m^(1/3). */
interface Forces {
  readonly gravity: number;
  readonly pullX: number;
  readonly pullZ: number;
  readonly manning: number;
}

/** Water in columns in kernel memory, and its steps: the bytes of `ReferenceShallowSteps` for any number of threads. */
export class ShallowKernel {
  /** Depth, m, and velocity along x and z, m/s, of each column; after the first stage of a step; and the height of the ground, m. */
  readonly water: readonly Float64Array[];
  readonly between: readonly Float64Array[];
  readonly ground: Float64Array;
  private readonly arrays: KernelArrays;
  private readonly pool: KernelPool;
  private readonly arena: AttachedArena;
  private readonly fastest: Float64Array;
  private readonly stepPass: number;
  private readonly fastestPass: number;

  constructor(grid: ShallowKernelGrid, pool: KernelPool) {
    this.pool = pool;
    this.arrays = new KernelArrays(arrayBytes(grid, pool.threads), pool.threads > 1);
    const { arrays } = this;
    const { fields, scalars } = arrays;
    this.water = WATER.map((n) => arrays.f64(Field.DEPTH_AT + n, grid.size));
    this.between = WATER.map((n) => arrays.f64(Field.BETWEEN_AT + n, grid.size));
    this.ground = arrays.f64(Field.GROUND_AT, grid.size);
    this.fastest = arrays.f64(Field.FASTEST_AT, (pool.threads * Field.FASTEST_STRIDE) / 8);
    fields[Field.COLUMNS_X] = grid.counts[0];
    fields[Field.COLUMNS_Z] = grid.counts[1];
    fields[Field.ROW] = grid.row;
    fields[Field.CLOSED_EDGES] = grid.closed.flat().reduce((bits, closed, side) => bits + (closed ? 2 ** side : 0), 0);
    fields[Field.SCRATCH_ROW] = scratchRow(grid);
    fields[BodyField.PATIENCE] = pool.patience;
    scalars[Field.COLUMN_EDGE] = grid.h;
    scalars[Field.DRY_DEPTH] = grid.dryDepth;
    this.arena = pool.attach(arrays.memory, fields[BodyField.BARRIER_AT] + 12);
    this.stepPass = pool.kernel('shallowStepPass');
    this.fastestPass = pool.kernel('shallowFastestPass');
  }

  /** Moves the water by `dt`, s; ghost cells, and those of open sides of `between`, are up to date. */
  step(dt: number, { gravity, pullX, pullZ, manning }: Forces): void {
    const { scalars, record } = this.arrays;
    scalars[Field.TIME_STEP] = dt;
    scalars[Field.GRAVITY] = gravity;
    scalars[Field.PULL_X] = pullX;
    scalars[Field.PULL_Z] = pullZ;
    scalars[Field.MANNING] = manning;
    this.pool.run(this.arena, this.stepPass, record);
  }

  /** Returns the largest |u| + sqrt(g h) along x or z of any column, m/s. */
  fastestWave(gravity: number): number {
    const { scalars, record } = this.arrays;
    scalars[Field.GRAVITY] = gravity;
    this.pool.run(this.arena, this.fastestPass, record);
    let fastest = 0;
    for (let k = 0; k < this.fastest.length; k += Field.FASTEST_STRIDE / 8)
      fastest = Math.max(fastest, this.fastest[k]);
    return fastest;
  }

  /** Releases the memory. */
  dispose(): void {
    this.pool.detach(this.arena);
  }
}

/** Returns the bytes of a row of scratch. */
function scratchRow({ counts }: ShallowKernelGrid): number {
  return 16 * Math.ceil((counts[0] + BEYOND) / 2);
}

function arrayBytes(grid: ShallowKernelGrid, threads: number): [field: number, bytes: number][] {
  const bytes = 8 * (grid.size + PADDING);
  const water = (field: number) => WATER.map((n): [number, number] => [field + n, bytes]);
  return [
    ...water(Field.DEPTH_AT),
    ...water(Field.BETWEEN_AT),
    [Field.GROUND_AT, bytes],
    [Field.SCRATCH_AT, threads * Field.SCRATCH_ROWS * scratchRow(grid)],
    [Field.FASTEST_AT, Field.FASTEST_STRIDE * threads],
    [BodyField.BARRIER_AT, BARRIER_BYTES],
  ];
}

import * as BodyField from '../bodyFields.ts';
import * as Field from '../pressureFields.ts';
import { blockPattern, cornerIncidence, type BlockPattern, type Incidence } from '../solid/blockPattern.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import type { KernelQueue } from '../threads/KernelQueue.ts';

const BARRIER_BYTES = 64;
/** Bytes of the gradients of a cell's corners. */
const CELL_BYTES = 64;
/** Products read four lanes from the last three numbers. */
const TAIL = 16;
/** Bodies with fewer vertices run on the caller's thread: their passes take less time than waking another. Changes speed only. */
const THREADED_VERTICES = 512;

/** Tetrahedra whose one-rings preserve their volume. */
export interface PressureKernelInput {
  readonly vertexCount: number;
  /** Four corners of each tetrahedron. */
  readonly cells: Uint32Array;
  /** Weight of each tetrahedron's part of the smoothing of pressures, 1/kg. */
  readonly cellWeights: Float64Array;
  /** Inverse masses, 1/kg. */
  readonly inverseMasses: Float64Array;
  /** Rest volumes of the one-rings, m3. */
  readonly restVolumes: Float64Array;
}

/**
 * Volumes of one-rings, their gradients B, and the solve for their pressures in one memory: B, products and Lanczos vectors in f32, volumes,
 * sums and what goes in and out in f64. The same bytes for any number of threads.
 */
export class PressureKernel {
  /** f64 vectors, xyz per vertex, as defined in `pressureFields.ts`. */
  readonly positions: Float64Array;
  readonly velocity: Float64Array;
  readonly forces: Float64Array;
  /** f64 values, one per vertex. */
  readonly volumes: Float64Array;
  readonly rhs: Float64Array;
  readonly pressures: Float64Array;

  private readonly normals: Float64Array;
  private readonly kinds: Uint8Array;
  /** Whether the scales of the last solve belong to the present B and constraints. */
  private knowsScales = false;
  private readonly arrays: KernelArrays;
  private readonly pool: KernelPool;
  private readonly arena: AttachedArena;
  private readonly vertexCount: number;
  private readonly runsAlone: boolean;
  private readonly passes: Readonly<Record<'volumes' | 'matrix' | 'rates' | 'forces' | 'solve', number>>;

  constructor(input: PressureKernelInput, pool: KernelPool) {
    const { vertexCount: count, cells } = input;
    const corners = { size: 4, vertices: Int32Array.from(cells) } as const;
    const incidence = cornerIncidence(count, corners);
    const pattern = blockPattern(count, corners, incidence);
    const arrays = new KernelArrays(arrayBytes(count, cells.length / 4, incidence, pattern), pool.threads > 1);
    this.arrays = arrays;
    this.pool = pool;
    this.vertexCount = count;
    this.runsAlone = count < THREADED_VERTICES;
    this.positions = arrays.f64(Field.POSITIONS_AT, 3 * count);
    this.velocity = arrays.f64(Field.VELOCITY_AT, 3 * count);
    this.forces = arrays.f64(Field.FORCES_AT, 3 * count);
    this.normals = arrays.f64(Field.NORMALS_AT, 3 * count);
    this.kinds = arrays.u8(Field.KINDS_AT, count);
    this.volumes = arrays.f64(Field.VOLUMES_AT, count);
    this.rhs = arrays.f64(Field.RHS_AT, count);
    this.pressures = arrays.f64(Field.PRESSURES_AT, count);
    arrays.fields[Field.VERTEX_COUNT] = count;
    arrays.fields[Field.CELL_COUNT] = cells.length / 4;
    arrays.fields[Field.EDGE_COUNT] = pattern.edgeBlocks.length / 2;
    arrays.fields[BodyField.PATIENCE] = pool.patience;
    writeTables(arrays, input, incidence, pattern);
    this.arena = pool.attach(arrays.memory, arrays.fields[BodyField.BARRIER_AT] + 12);
    this.passes = {
      volumes: pool.kernel('ringVolumesPass'),
      matrix: pool.kernel('ringMatrixPass'),
      rates: pool.kernel('ringRatesPass'),
      forces: pool.kernel('ringForcesPass'),
      solve: pool.kernel('pressureSolvePass'),
    };
  }

  /** Computes `volumes` at `positions`. */
  findVolumes(): void {
    this.run(this.passes.volumes);
  }

  /** Takes the `Constraint` of each vertex and its direction (xyz). */
  constrain(kinds: Uint8Array, normals: Float64Array): void {
    if (this.isConstrainedBy(kinds, normals)) return;
    this.kinds.set(kinds);
    this.normals.set(normals);
    this.knowsScales = false;
  }

  private isConstrainedBy(kinds: Uint8Array, normals: Float64Array): boolean {
    for (let v = 0; v < kinds.length; v++) if (kinds[v] !== this.kinds[v]) return false;
    for (let k = 0; k < normals.length; k++) if (normals[k] !== this.normals[k]) return false;
    return true;
  }

  /** Computes B at `positions`. */
  updateMatrix(): void {
    this.knowsScales = false;
    this.run(this.passes.matrix);
  }

  /** Computes `rhs` = B `velocity`. */
  findRates(): void {
    this.run(this.passes.rates);
  }

  /** Computes `forces` = B^T `pressures`. */
  findForces(): void {
    this.run(this.passes.forces);
  }

  /**
   * Solves for `pressures` from `rhs` under the constraints (see `solvePressures`), and computes their `forces`: at once, or when the `queue` is run.
   */
  solve(relative: number, absolute: number, maxIterations: number, queue?: KernelQueue): void {
    const { scalars, fields } = this.arrays;
    scalars[Field.RELATIVE] = relative;
    scalars[Field.ABSOLUTE] = absolute;
    fields[Field.MAX_ITERATIONS] = maxIterations;
    fields[Field.FIND_SCALES] = this.knowsScales ? 0 : 1;
    this.knowsScales = true;
    if (queue === undefined) this.run(this.passes.solve);
    else queue.add(this.pool, this.arena, this.passes.solve, this.arrays.record, this.vertexCount);
  }

  /** Iterations of the last `solve`. */
  get iterations(): number {
    return this.arrays.fields[Field.ITERATIONS];
  }

  /** Releases the memory. */
  dispose(): void {
    this.pool.detach(this.arena);
  }

  private run(kernel: number): void {
    if (this.runsAlone) this.pool.runAlone(this.arena, kernel, this.arrays.record);
    else this.pool.run(this.arena, kernel, this.arrays.record);
  }
}

function arrayBytes(
  vertices: number,
  cells: number,
  incidence: Incidence,
  { columns, edgeBlocks, edgeCorners, edgeStart }: BlockPattern,
): [field: number, bytes: number][] {
  const padded = 4 * Math.ceil(vertices / 4);
  const chunks = Math.ceil(vertices / BodyField.CHUNK);
  const lanczos = [
    Field.SCALE_AT,
    Field.LANCZOS_AT,
    Field.LANCZOS_BEFORE_AT,
    Field.DIRECTION_AT,
    Field.DIRECTION_BEFORE_AT,
    Field.SOLUTION_AT,
    Field.IMAGE_AT,
    Field.SCALED_AT,
  ].map((field): [number, number] => [field, 4 * padded]);
  const scalars = [Field.VOLUMES_AT, Field.RHS_AT, Field.PRESSURES_AT, Field.REST_VOLUMES_AT];
  const vectors = [Field.POSITIONS_AT, Field.VELOCITY_AT, Field.FORCES_AT, Field.NORMALS_AT];
  return [
    [Field.CELLS_AT, 16 * cells],
    [Field.CELL_WEIGHTS_AT, 4 * cells],
    [Field.RING_START_AT, 4 * (vertices + 1)],
    [Field.RING_VECTORS_AT, 4 * incidence.corners.length],
    [Field.ROW_START_AT, 4 * (vertices + 1)],
    [Field.COLUMNS_AT, 4 * columns.length],
    [Field.DIAGONAL_ENTRY_AT, 4 * vertices],
    [Field.EDGE_START_AT, 4 * edgeStart.length],
    [Field.EDGE_ENTRIES_AT, 4 * edgeBlocks.length],
    [Field.EDGE_VECTORS_AT, 4 * edgeCorners.length],
    [Field.INVERSE_MASSES_AT, 4 * vertices],
    ...scalars.map((field): [number, number] => [field, 8 * vertices]),
    ...vectors.map((field): [number, number] => [field, 24 * vertices]),
    [Field.KINDS_AT, vertices],
    [Field.CELL_VOLUMES_AT, 8 * cells],
    [Field.GRADIENTS_AT, CELL_BYTES * cells],
    [Field.RATES_AT, 16 * columns.length],
    [Field.PUSHES_AT, 12 * columns.length + TAIL],
    ...lanczos,
    [Field.CHANGES_AT, 16 * vertices],
    [Field.PARTIALS_AT, 16 * chunks],
    [BodyField.BARRIER_AT, BARRIER_BYTES],
  ];
}

function writeTables(
  arrays: KernelArrays,
  { cells, cellWeights, inverseMasses, restVolumes }: PressureKernelInput,
  { start, corners }: Incidence,
  { rowStart, columns, diagonal, edgeStart, edgeBlocks, edgeCorners }: BlockPattern,
): void {
  const offset = (corner: number) => (CELL_BYTES / 4) * corner;
  arrays.u32(Field.CELLS_AT, cells.length).set(cells.map((vertex) => 24 * vertex));
  arrays.f32(Field.CELL_WEIGHTS_AT, cellWeights.length).set(cellWeights);
  arrays.u32(Field.RING_START_AT, start.length).set(start);
  arrays.u32(Field.RING_VECTORS_AT, corners.length).set(corners.map(offset));
  arrays.u32(Field.ROW_START_AT, rowStart.length).set(rowStart);
  arrays.u32(Field.COLUMNS_AT, columns.length).set(columns);
  arrays.u32(Field.DIAGONAL_ENTRY_AT, diagonal.length).set(diagonal);
  arrays.u32(Field.EDGE_START_AT, edgeStart.length).set(edgeStart);
  arrays.u32(Field.EDGE_ENTRIES_AT, edgeBlocks.length).set(edgeBlocks);
  arrays.u32(Field.EDGE_VECTORS_AT, edgeCorners.length).set(edgeCorners.map(offset));
  arrays.f32(Field.INVERSE_MASSES_AT, inverseMasses.length).set(inverseMasses);
  arrays.f64(Field.REST_VOLUMES_AT, restVolumes.length).set(restVolumes);
}

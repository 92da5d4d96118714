import * as Field from '../bodyFields.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import type { KernelQueue } from '../threads/KernelQueue.ts';
import { arrayBytes } from './arrayBytes.ts';
import type { BlockPattern } from './blockPattern.ts';
import { bodyTables, type BodyTables } from './bodyTables.ts';
import type { ElementOrder } from './elementOrder.ts';
import { KernelArrays } from './KernelArrays.ts';
import { edgesOfSlots, PackedGradients } from './PackedGradients.ts';
import { PlasticKernel } from './PlasticKernel.ts';
import type { KernelCoarseSpace, SolidKernelInput } from './SolidKernelInput.ts';
import { writeCoarseFactor, writeDamping, writeModelParams, writeTables } from './writeTables.ts';

/**
 * Bodies with fewer elements or quadrature points run on the caller's thread: their passes take less time than waking another thread.
 * Changes speed only.
 */
const THREADED_LANES = 1024;

/**
 * One body's arrays in one memory, and the kernels that work on them: the tables are packed once; positions, velocities and
 * right-hand sides are written before each pass and results read from views that stay valid for the body's life.
 */
export class SolidKernelBody {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly order: ElementOrder;
  /** Size of the body's memory, bytes. */
  readonly byteLength: number;

  /** f64 views, xyz per vertex: input and output of the solve. */
  readonly forces: Float64Array;
  readonly rhs: Float64Array;
  readonly solution: Float64Array;
  readonly velocity: Float64Array;
  readonly residual: Float64Array;
  readonly kinds: Uint8Array;
  readonly normals: Float64Array;
  readonly drags: Float64Array;
  /** Masses of the system matrix, kg per vertex. */
  readonly inertia: Float64Array;
  /** f32, four per vertex. */
  readonly positions: Float32Array;
  /** What rounding to f32 has taken off them, m. */
  readonly positionRests: Float32Array;
  /** Principal stretches, three per slot, descending, the last signed. */
  readonly stretches: Float32Array;
  /** Three per slot: principal stresses of materials without a kernel, Pa. */
  readonly principal: Float32Array;
  /** U then V of those materials, lanes of four: [group][18][lane], each row-major. */
  readonly rotations: Float32Array;
  /** Stress derivatives of implicit bodies (`principalTangent`), lanes of four: [group][12][lane], Pa. */
  readonly tangents: Float32Array;
  /** F a of fibres, lanes of four: [group][3][lane]. */
  readonly fibreVectors: Float32Array;
  /** Stiffness of fibres (`FibreState`) in implicit bodies: [group][6][lane], Pa. */
  readonly fibreTangents: Float32Array;
  /** Blocks of D, or D + h K, column-major, `pattern` order. */
  readonly blocks: Float32Array;
  /** Traces of its diagonal blocks, f64 per vertex. */
  readonly traces: Float64Array;
  readonly pattern: BlockPattern;

  /** f32, four per vertex: offsets from the aggregates' centres, turned with the body; bodies with a coarse space only. */
  readonly coarseOffsets: Float32Array;
  /** Rotation of the body since the coarse factor was computed, row-major. */
  readonly rotation: Float64Array;

  /** Plastic flow, of plastic bodies. */
  readonly flow: PlasticKernel | undefined;

  private readonly coarse: KernelCoarseSpace | undefined;
  private readonly gradients: PackedGradients;
  private readonly pool: KernelPool;
  private readonly input: Pick<SolidKernelInput, 'volumes'>;
  private readonly tables: BodyTables;
  private readonly arrays: KernelArrays;
  private readonly fields: Uint32Array;
  private readonly scalars: Float64Array;
  private readonly record: number;
  private readonly arena: AttachedArena;
  private readonly hasOutsideStress: boolean;
  /** Whether all passes run on the caller's thread, since they take less time than waking another. */
  private readonly runsAlone: boolean;
  /** Whether `blocks` are those of D + h K. */
  private holdsStiffness = false;

  constructor(input: SolidKernelInput, pool: KernelPool) {
    this.pool = pool;
    this.vertexCount = input.vertexCount;
    this.elementCount = input.elements.length / input.verticesPerElement;
    const tables = bodyTables(input);
    this.input = { volumes: input.volumes };
    this.tables = tables;
    this.order = tables.order;
    this.pattern = tables.pattern;
    this.coarse = tables.coarse;
    this.hasOutsideStress = tables.hasOutsideStress;
    this.runsAlone = tables.laneCount < THREADED_LANES;

    this.flow = input.plastic === true ? new PlasticKernel(input, tables.order, pool.threads) : undefined;
    const arrays = new KernelArrays(arrayBytes(input, tables, pool.threads), pool.threads > 1, this.flow);
    this.arrays = arrays;
    this.byteLength = arrays.memory.buffer.byteLength;
    this.record = arrays.record;
    this.fields = arrays.fields;
    this.scalars = arrays.scalars;

    const vertices = 3 * this.vertexCount;
    const lanes = tables.laneCount;
    this.forces = arrays.f64(Field.FORCES_AT, vertices);
    this.rhs = arrays.f64(Field.RHS_AT, vertices);
    this.solution = arrays.f64(Field.SOLUTION_AT, vertices);
    this.velocity = arrays.f64(Field.VELOCITY_AT, vertices);
    this.residual = arrays.f64(Field.RESIDUAL_AT, vertices);
    this.normals = arrays.f64(Field.NORMALS_AT, vertices);
    this.drags = arrays.f64(Field.DRAGS_AT, vertices);
    this.inertia = arrays.f64(Field.MASSES_AT, this.vertexCount);
    this.kinds = arrays.u8(Field.KINDS_AT, this.vertexCount);
    const positions = arrays.f32(Field.POSITIONS_AT, 8 * this.vertexCount);
    this.positions = positions.subarray(0, 4 * this.vertexCount);
    this.positionRests = positions.subarray(4 * this.vertexCount);
    this.stretches = arrays.f32(Field.STRETCHES_AT, 3 * lanes);
    this.principal = arrays.f32(Field.PRINCIPAL_AT, this.hasOutsideStress ? 3 * lanes : 0);
    this.rotations = arrays.f32(Field.ROTATIONS_AT, tables.keepsRotations ? 18 * lanes : 0);
    this.tangents = arrays.f32(Field.TANGENTS_AT, input.implicit === true ? 12 * lanes : 0);
    const fibreLanes = input.fibres === undefined ? 0 : lanes;
    this.fibreVectors = arrays.f32(Field.FIBRE_VECTORS_AT, 3 * fibreLanes);
    this.fibreTangents = arrays.f32(Field.FIBRE_TANGENTS_AT, input.implicit === true ? 6 * fibreLanes : 0);
    this.blocks = arrays.f32(Field.BLOCKS_AT, 9 * this.pattern.columns.length);
    this.traces = arrays.f64(Field.TRACES_AT, this.vertexCount);
    this.coarseOffsets = arrays.f32(Field.COARSE_OFFSETS_AT, this.coarse === undefined ? 0 : 4 * this.vertexCount);
    this.rotation = this.scalars.subarray(Field.ROTATION, Field.ROTATION + 9);
    writeTables(arrays, input, tables, pool.patience);
    this.gradients = new PackedGradients(arrays, input, tables);
    this.arena = pool.attach(arrays.memory, this.fields[Field.BARRIER_AT] + 12);
    this.passes = {
      elastic: pool.kernel('elasticPass'),
      decompose: pool.kernel('decomposePass'),
      principal: pool.kernel('principalPass'),
      damping: pool.kernel('dampingPass'),
      stiffness: pool.kernel('stiffnessPass'),
      multiplyDamping: pool.kernel('multiplyDampingPass'),
      solve: pool.kernel('solvePass'),
      multiply: pool.kernel('multiplyPass'),
      flow: pool.kernel('flowPass'),
      flowFrequency: pool.kernel('flowFrequencyPass'),
      tangle: pool.kernel('tanglePass'),
    };
    this.connectFlow(input);
  }

  private readonly passes: Readonly<
    Record<
      | 'elastic'
      | 'decompose'
      | 'principal'
      | 'damping'
      | 'stiffness'
      | 'multiplyDamping'
      | 'solve'
      | 'multiply'
      | 'flow'
      | 'flowFrequency'
      | 'tangle',
      number
    >
  >;

  /**
   * Computes stretches, damping frames and nodal forces of `positions`, with fibres active by `activation`. `computeOutside` must fill `principal` from `stretches` for the
   * slots of materials without a kernel; it is called only where there are any.
   */
  updateElastic(strength: number, activation: number, computeOutside: () => void): void {
    this.scalars[Field.STRENGTH] = strength;
    this.scalars[Field.ACTIVATION] = activation;
    if (!this.hasOutsideStress) {
      this.run(this.passes.elastic);
      return;
    }
    this.run(this.passes.decompose);
    computeOutside();
    this.run(this.passes.principal);
  }

  /** Replaces the parameters of the body's materials, whose kernels must not change, and the damping coefficients, Pa s, as many as there were. */
  takeMaterial(materials: SolidKernelInput['materials'], damping: SolidKernelInput['damping']): void {
    writeModelParams(this.arrays, materials);
    writeDamping(this.arrays, this.input, damping, this.tables);
    // Without damping its pass does not touch the blocks.
    if (this.fields[Field.DAMPED] === 0) this.clearBlocks();
  }

  /** Replaces dN_a/dX of a quadrature point, in the input's order: three per vertex of its element, 1/m, adding up to zero. */
  setGradients(point: number, gradients: Float64Array): void {
    this.gradients.replace(point, gradients);
  }

  /** Assembles `blocks` of D for the state and strength of the last `updateElastic`. */
  updateDamping(): void {
    // Without damping its pass does not touch the blocks, in which the stiffness may be.
    if (this.holdsStiffness && this.fields[Field.DAMPED] === 0) this.clearBlocks();
    this.holdsStiffness = false;
    this.run(this.passes.damping);
  }

  /** Assembles `blocks` of D + h K likewise, from the `tangents` of that state; h in s. */
  updateStiffness(h: number): void {
    this.scalars[Field.STIFFNESS_STEP] = h;
    this.holdsStiffness = true;
    this.run(this.passes.stiffness);
  }

  /** Computes `residual` = D `velocity`. */
  multiplyDamping(): void {
    this.run(this.passes.multiplyDamping);
  }

  /** Solves (M + h D) `solution` = P `rhs` under `kinds` and `normals`; see `solvePass`. */
  solve(h: number, tolerance: number, maxIterations: number): void {
    this.prepareSolve(h, tolerance, maxIterations);
    this.scalars[Field.LEAST_RESIDUAL] = 0;
    this.fields[Field.KEEPS_RESIDUAL] = 0;
    this.fields[Field.KEEPS_MATRIX] = 0;
    this.run(this.passes.solve);
  }

  /**
   * Does the same when the `queue` is run; `rhs` then is what the solution leaves of it. The residual need not fall below `least`, in the norm of `initialResidual`; `keepsMatrix`: matrix and constraints are those of the last
   * solve.
   */
  solveInQueue(
    { h, tolerance, maxIterations, least }: Record<'h' | 'tolerance' | 'maxIterations' | 'least', number>,
    keepsMatrix: boolean,
    queue: KernelQueue,
  ): void {
    this.prepareSolve(h, tolerance, maxIterations);
    this.scalars[Field.LEAST_RESIDUAL] = least;
    this.fields[Field.KEEPS_RESIDUAL] = 1;
    this.fields[Field.KEEPS_MATRIX] = keepsMatrix ? 1 : 0;
    queue.add(this.pool, this.arena, this.passes.solve, this.record, this.vertexCount);
  }

  /** One f32 product of the last solve's system matrix with its search direction, as in each iteration. */
  multiplySystem(): void {
    this.run(this.passes.multiply);
  }

  /** Iterations of the last `solve`. */
  get iterations(): number {
    return this.fields[Field.ITERATIONS];
  }

  get relativeResidual(): number {
    return this.scalars[Field.RELATIVE_RESIDUAL];
  }

  /** Copies the present coarse factor. */
  writeCoarseFactor(): void {
    if (this.coarse !== undefined) writeCoarseFactor(this.arrays, this.coarse);
  }

  /** sqrt(r^T B r) at the beginning of the last `solve`, and the tolerance that it had. */
  get initialResidual(): number {
    return this.scalars[Field.INITIAL_RESIDUAL];
  }

  get usedTolerance(): number {
    return this.scalars[Field.USED_TOLERANCE];
  }

  /** Releases the memory. */
  dispose(): void {
    this.pool.detach(this.arena);
  }

  private clearBlocks(): void {
    this.blocks.fill(0);
    this.traces.fill(0);
  }

  private prepareSolve(h: number, tolerance: number, maxIterations: number): void {
    this.scalars[Field.STEP] = h;
    this.scalars[Field.TOLERANCE] = tolerance;
    this.fields[Field.MAX_ITERATIONS] = maxIterations;
  }

  private run(kernel: number, record = this.record): void {
    if (this.runsAlone) this.pool.runAlone(this.arena, kernel, record);
    else this.pool.run(this.arena, kernel, record);
  }

  private connectFlow({ conserving, verticesPerElement: size }: SolidKernelInput): void {
    const { fields, order, arrays } = this;
    const { edgeCorners } = this.pattern;
    this.flow?.connect({
      buffer: arrays.memory.buffer,
      stretches: fields[Field.STRETCHES_AT],
      gradients: fields[Field.GRADIENTS_AT],
      metrics: fields[Field.EDGE_METRICS_AT],
      slotEdges: conserving ? edgesOfSlots(edgeCorners, size, order.elementOfSlot.length) : undefined,
      edgeCorners,
      run: (pass, record) => this.run(this.passes[pass], record),
    });
  }
}

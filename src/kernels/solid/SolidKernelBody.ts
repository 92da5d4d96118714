import * as Field from '../bodyFields.ts';
import { ArenaLayout } from '../ArenaLayout.ts';
import { kernelStages, MODEL_PARAM_COUNT } from '../modelParams.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import {
  blockPattern,
  cornerIncidence,
  cornerOffset,
  type BlockPattern,
  type ElementCorners,
  type Incidence,
} from './blockPattern.ts';
import { orderElements, PAIR, type ElementOrder } from './elementOrder.ts';
import type { KernelCoarseSpace, SolidKernelInput } from './SolidKernelInput.ts';

/** Words of one material record: stage, first pair, end pair, address of the parameters. */
const MATERIAL_WORDS = 4;
const BARRIER_WORDS = 16;
/**
 * Bodies with fewer elements or quadrature points run on the caller's thread: their passes take less than waking another thread.
 * Changes speed only.
 */
const THREADED_LANES = 1024;
/** The block kernel reads four lanes from the third column of the last block. */
const BLOCK_TAIL = 16;
/** Four zeros before the coarse unknowns, and room to load four lanes from the last three. */
const COARSE_MARGIN = 32;

/**
 * One body's arrays in one memory, and the kernels that work on them: the tables are packed once; positions, velocities and
 * right-hand sides are written before each pass and results read from views that stay valid for the body's life.
 */
export class SolidKernelBody {
  readonly vertexCount: number;
  readonly elementCount: number;
  readonly order: ElementOrder;
  /** Bytes of the body's memory. */
  readonly byteLength: number;

  /** f64 views, xyz per vertex: what the solve reads and writes. */
  readonly forces: Float64Array;
  readonly rhs: Float64Array;
  readonly solution: Float64Array;
  readonly velocity: Float64Array;
  readonly residual: Float64Array;
  readonly kinds: Uint8Array;
  readonly normals: Float64Array;
  /** f32, four per vertex. */
  readonly positions: Float32Array;
  /** Three per slot, falling, the last signed. */
  readonly stretches: Float32Array;
  /** Three per slot: principal stresses of materials without a stage, Pa. */
  readonly principal: Float32Array;
  /** U then V of those materials, lanes of four: [group][18][lane], each row-major. */
  readonly rotations: Float32Array;
  /** Stress derivatives of implicit bodies (`principalTangent`), lanes of four: [group][12][lane], Pa. */
  readonly tangents: Float32Array;
  /** Blocks of D, or D + h K, column-major, `pattern` order. */
  readonly blocks: Float32Array;
  readonly pattern: BlockPattern;

  private readonly packedGradients: Float32Array;
  /** g_i . g_j per edge incidence and point; empty unless damping is conserving. */
  private readonly edgeMetrics: Float32Array;
  /** Slot of each element, and the edge incidences of each slot: made when gradients are replaced for the first time. */
  private slots: Uint32Array | undefined;
  private slotEdges: Uint32Array | undefined;
  /** f32, four per vertex: offsets from the aggregates' centres, turned with the body; bodies with a coarse space only. */
  readonly coarseOffsets: Float32Array;
  /** How far the body has turned since the coarse factor was made, row-major. */
  readonly rotation: Float64Array;

  private readonly coarse: KernelCoarseSpace | undefined;
  private readonly input: SolidKernelInput;
  private readonly corners: ElementCorners;
  private readonly pool: KernelPool;
  private readonly layout = new ArenaLayout();
  private readonly fields: Uint32Array;
  private readonly scalars: Float64Array;
  private readonly record: number;
  private readonly arena: AttachedArena;
  private readonly hasOutsideStress: boolean;

  constructor(input: SolidKernelInput, pool: KernelPool) {
    this.input = input;
    this.pool = pool;
    this.vertexCount = input.vertexCount;
    const size = input.verticesPerElement;
    this.elementCount = input.elements.length / size;
    this.order = orderElements(this.elementCount, input.materials.length, input.elementMaterial, size === 4 ? 1 : 8);
    this.hasOutsideStress = input.materials.some((material) => material === undefined);
    this.corners = cornersBySlot(this.order, input);
    const incidence = cornerIncidence(input.vertexCount, this.corners);
    this.pattern = blockPattern(input.vertexCount, this.corners, incidence);
    this.coarse = input.coarseSpace?.(this.pattern);

    this.record = this.layout.reserve(4 * Field.FIELD_COUNT + 8 * Field.SCALAR_COUNT);
    const addresses = this.reserveArrays(incidence);
    const memory = this.layout.createMemory(pool.threads > 1);
    this.byteLength = memory.buffer.byteLength;
    this.fields = new Uint32Array(memory.buffer, this.record, Field.FIELD_COUNT);
    this.scalars = new Float64Array(memory.buffer, this.record + 4 * Field.FIELD_COUNT, Field.SCALAR_COUNT);
    this.fields.set(addresses);

    const vertices = 3 * this.vertexCount;
    const lanes = this.laneCount;
    this.forces = this.f64(Field.FORCES_AT, vertices);
    this.rhs = this.f64(Field.RHS_AT, vertices);
    this.solution = this.f64(Field.SOLUTION_AT, vertices);
    this.velocity = this.f64(Field.VELOCITY_AT, vertices);
    this.residual = this.f64(Field.RESIDUAL_AT, vertices);
    this.normals = this.f64(Field.NORMALS_AT, vertices);
    this.kinds = new Uint8Array(memory.buffer, addresses[Field.KINDS_AT], this.vertexCount);
    this.positions = this.f32(Field.POSITIONS_AT, 4 * this.vertexCount);
    this.stretches = this.f32(Field.STRETCHES_AT, 3 * lanes);
    this.principal = this.f32(Field.PRINCIPAL_AT, this.hasOutsideStress ? 3 * lanes : 0);
    this.rotations = this.f32(Field.ROTATIONS_AT, this.keepsRotations ? 18 * lanes : 0);
    this.tangents = this.f32(Field.TANGENTS_AT, input.implicit === true ? 12 * lanes : 0);
    this.blocks = this.f32(Field.BLOCKS_AT, 9 * this.pattern.columns.length);
    this.packedGradients = this.f32(Field.GRADIENTS_AT, (size === 4 ? 9 : 24) * lanes);
    const metrics = input.conserving ? (this.order.lanesPerSlot * this.pattern.edgeCorners.length) / 2 : 0;
    this.edgeMetrics = this.f32(Field.EDGE_METRICS_AT, metrics);
    this.coarseOffsets = this.f32(Field.COARSE_OFFSETS_AT, this.coarse === undefined ? 0 : 4 * this.vertexCount);
    this.rotation = this.scalars.subarray(Field.ROTATION, Field.ROTATION + 9);
    this.writeSettings();
    this.writeCoarseSpace();
    this.writeElements();
    this.writeIncidence(incidence);
    this.writePattern();
    this.f64(Field.MASSES_AT, this.vertexCount).set(input.masses);
    this.arena = pool.attach(memory, addresses[Field.BARRIER_AT] + 12);
    this.passes = {
      elastic: pool.kernel('elasticPass'),
      decompose: pool.kernel('decomposePass'),
      principal: pool.kernel('principalPass'),
      damping: pool.kernel('dampingPass'),
      stiffness: pool.kernel('stiffnessPass'),
      multiplyDamping: pool.kernel('multiplyDampingPass'),
      solve: pool.kernel('solvePass'),
      multiply: pool.kernel('multiplyPass'),
    };
  }

  private readonly passes: Readonly<
    Record<
      'elastic' | 'decompose' | 'principal' | 'damping' | 'stiffness' | 'multiplyDamping' | 'solve' | 'multiply',
      number
    >
  >;

  /**
   * Stretches, damping frames and nodal forces of `positions`. `computeOutside` must fill `principal` from `stretches` for the
   * slots of materials without a stage; it is called only where there are any.
   */
  updateElastic(strength: number, computeOutside: () => void): void {
    this.scalars[Field.STRENGTH] = strength;
    if (!this.hasOutsideStress) {
      this.run(this.passes.elastic);
      return;
    }
    this.run(this.passes.decompose);
    computeOutside();
    this.run(this.passes.principal);
  }

  /** Replaces dN_a/dX of a quadrature point, in the input's order: three per vertex of its element, 1/m, adding up to zero. */
  setGradients(point: number, gradients: Float64Array): void {
    const points = this.order.lanesPerSlot;
    const slot = this.slotOf(Math.floor(point / points));
    const lane = points * slot + (point % points);
    this.packGradients(lane, gradients, 0);
    if (this.input.conserving) this.replaceMetrics(slot, point % points, gradients);
  }

  /** Assembles `blocks` of D for the state and strength of the last `updateElastic`. */
  updateDamping(): void {
    this.run(this.passes.damping);
  }

  /** Assembles `blocks` of D + h K likewise, from the `tangents` of that state; h in s. */
  updateStiffness(h: number): void {
    this.scalars[Field.STIFFNESS_STEP] = h;
    this.run(this.passes.stiffness);
  }

  /** `residual` = D `velocity`. */
  multiplyDamping(): void {
    this.run(this.passes.multiplyDamping);
  }

  /** Solves (M + h D) `solution` = P `rhs` under `kinds` and `normals`; see `solvePass`. */
  solve(h: number, tolerance: number, maxIterations: number): void {
    this.scalars[Field.STEP] = h;
    this.scalars[Field.TOLERANCE] = tolerance;
    this.fields[Field.MAX_ITERATIONS] = maxIterations;
    this.run(this.passes.solve);
  }

  /** One f32 product of the last solve's system matrix with its search direction, as in each iteration. */
  multiplySystem(): void {
    this.run(this.passes.multiply);
  }

  /** Of the last `solve`. */
  get iterations(): number {
    return this.fields[Field.ITERATIONS];
  }

  get relativeResidual(): number {
    return this.scalars[Field.RELATIVE_RESIDUAL];
  }

  /** Gives the memory back. */
  dispose(): void {
    this.pool.detach(this.arena);
  }

  private run(kernel: number): void {
    if (this.laneCount < THREADED_LANES) this.pool.runAlone(this.arena, kernel, this.record);
    else this.pool.run(this.arena, kernel, this.record);
  }

  private f64(field: number, count: number): Float64Array {
    return new Float64Array(this.fields.buffer, this.fields[field], count);
  }

  private f32(field: number, count: number): Float32Array {
    return new Float32Array(this.fields.buffer, this.fields[field], count);
  }

  private u32(field: number, count: number): Uint32Array {
    return new Uint32Array(this.fields.buffer, this.fields[field], count);
  }

  /** Reserves every array; returns the field values that are addresses. */
  private reserveArrays(incidence: Incidence): Uint32Array {
    const vertices = this.vertexCount;
    const lanes = this.laneCount;
    const hex = this.corners.size === 8 ? 1 : 0;
    const { columns, edgeBlocks, edgeCorners } = this.pattern;
    const outside = this.hasOutsideStress ? lanes : 0;
    const implicit = this.input.implicit === true ? 1 : 0;
    const { coarse } = this;
    const aggregates = coarse?.count ?? 0;
    const cornerPairs = hex === 1 ? 28 : 6;
    const conserving = this.input.conserving ? 1 : 0;
    const chunks = Math.ceil(vertices / Field.CHUNK);
    const bytes: [number, number][] = [
      [Field.CORNERS_AT, 4 * this.corners.vertices.length],
      [Field.GRADIENTS_AT, (hex === 1 ? 96 : 36) * lanes],
      [Field.VOLUMES_AT, 4 * lanes],
      [Field.MATERIALS_AT, (4 * MATERIAL_WORDS + 4 * MODEL_PARAM_COUNT) * this.input.materials.length],
      [Field.POSITIONS_AT, 16 * vertices],
      [Field.STRETCHES_AT, 12 * lanes],
      [Field.FRAMES_AT, 36 * lanes],
      [Field.CORNER_VECTORS_AT, 16 * this.corners.size * lanes],
      [Field.ROTATIONS_AT, this.keepsRotations ? 72 * lanes : 0],
      [Field.PRINCIPAL_AT, 12 * outside],
      [Field.FRAME_SQUARES_AT, 48 * lanes * conserving],
      [Field.DEFORMATIONS_AT, 36 * lanes * hex],
      [Field.TANGENTS_AT, 48 * lanes * implicit],
      [Field.STIFFNESS_AT, 48 * cornerPairs * this.order.elementOfSlot.length * implicit],
      [Field.TANGENT_VECTORS_AT, 384 * this.pool.threads * implicit],
      [Field.FORCES_AT, 24 * vertices],
      [Field.INCIDENCE_START_AT, 4 * (vertices + 1)],
      [Field.INCIDENCE_AT, 4 * incidence.corners.length],
      [Field.ROW_START_AT, 4 * (vertices + 1)],
      [Field.COLUMNS_AT, 4 * columns.length],
      [Field.BLOCKS_AT, 36 * columns.length + BLOCK_TAIL],
      [Field.DIAGONAL_AT, 4 * vertices],
      [Field.EDGE_START_AT, 2 * edgeBlocks.length + 4],
      [Field.EDGE_BLOCKS_AT, 4 * edgeBlocks.length],
      [Field.EDGE_CORNERS_AT, 4 * edgeCorners.length],
      [Field.EDGE_METRICS_AT, 2 * edgeCorners.length * this.order.lanesPerSlot * conserving],
      [Field.MASSES_AT, 8 * vertices],
      [Field.RHS_AT, 24 * vertices],
      [Field.SOLUTION_AT, 24 * vertices],
      [Field.VELOCITY_AT, 24 * vertices],
      [Field.RESIDUAL_AT, 24 * vertices],
      [Field.KINDS_AT, vertices],
      [Field.NORMALS_AT, 24 * vertices],
      [Field.DIAGONALS_AT, 8 * vertices],
      [Field.X_AT, 16 * vertices],
      [Field.R_AT, 16 * vertices],
      [Field.P_AT, 16 * vertices],
      [Field.Q_AT, 16 * vertices],
      [Field.COARSE_START_AT, 4 * (aggregates + 1)],
      [Field.COARSE_MEMBERS_AT, coarse === undefined ? 0 : 4 * vertices],
      [Field.COARSE_OF_AT, coarse === undefined ? 0 : 4 * vertices],
      [Field.COARSE_OFFSETS_AT, coarse === undefined ? 0 : 16 * vertices],
      [Field.COARSE_UNKNOWNS_AT, 24 * aggregates + COARSE_MARGIN],
      [Field.COARSE_ROWS_AT, 4 * (6 * aggregates + 1)],
      [Field.COARSE_ENTRIES_AT, 4 * (coarse?.factor.entries.length ?? 0)],
      [Field.COARSE_INVERSES_AT, 24 * aggregates],
      [Field.Z_AT, coarse === undefined ? 0 : 16 * vertices],
      [Field.PARTIALS_AT, 32 * chunks],
      [Field.BARRIER_AT, 4 * BARRIER_WORDS],
    ];
    const fields = new Uint32Array(Field.FIELD_COUNT);
    for (const [field, size] of bytes) fields[field] = this.layout.reserve(size);
    return fields;
  }

  private writeSettings(): void {
    const { input, fields, scalars } = this;
    fields[Field.VERTEX_COUNT] = this.vertexCount;
    fields[Field.PAIR_COUNT] = this.laneCount / PAIR;
    fields[Field.MATERIAL_COUNT] = input.materials.length;
    fields[Field.EDGE_COUNT] = this.pattern.edgeBlocks.length / 2;
    fields[Field.HEXAHEDRA] = this.corners.size === 8 ? 1 : 0;
    fields[Field.CONSERVING] = input.conserving ? 1 : 0;
    fields[Field.IMPLICIT] = input.implicit === true ? 1 : 0;
    fields[Field.DAMPED] = input.dampingBeta !== 0 || input.dampingAlpha !== 0 ? 1 : 0;
    fields[Field.PATIENCE] = this.pool.patience;
    scalars[Field.BETA] = input.dampingBeta;
    scalars[Field.ALPHA] = input.dampingAlpha;
    const records = this.u32(Field.MATERIALS_AT, MATERIAL_WORDS * input.materials.length);
    const firstParams = fields[Field.MATERIALS_AT] + 4 * records.length;
    input.materials.forEach((material, m) => {
      const paramsAt = firstParams + 4 * MODEL_PARAM_COUNT * m;
      const stage = material === undefined ? 0 : kernelStages[material.id].id;
      records.set([stage, this.order.pairStart[m], this.order.pairStart[m + 1], paramsAt], MATERIAL_WORDS * m);
      if (material !== undefined) new Float32Array(fields.buffer, paramsAt, MODEL_PARAM_COUNT).set(material.params);
    });
  }

  private writeCoarseSpace(): void {
    const { coarse, fields } = this;
    if (coarse === undefined) return;
    fields[Field.COARSE_COUNT] = coarse.count;
    const { memberStart, members, aggregates, factor } = coarse;
    this.u32(Field.COARSE_START_AT, memberStart.length).set(memberStart);
    this.u32(Field.COARSE_MEMBERS_AT, members.length).set(members.map((vertex) => 16 * vertex));
    this.u32(Field.COARSE_OF_AT, aggregates.length).set(aggregates.map((aggregate) => 24 * aggregate));
    this.u32(Field.COARSE_ROWS_AT, factor.rowStart.length).set(factor.rowStart);
    this.writeCoarseFactor();
  }

  /** Takes over the coarse factor as it now is. */
  writeCoarseFactor(): void {
    const { coarse } = this;
    if (coarse === undefined) return;
    const { entries, inverseDiagonal } = coarse.factor;
    this.f32(Field.COARSE_ENTRIES_AT, entries.length).set(entries);
    this.f32(Field.COARSE_INVERSES_AT, inverseDiagonal.length).set(inverseDiagonal);
  }

  private get keepsRotations(): boolean {
    return this.hasOutsideStress || this.input.implicit === true;
  }

  /** Lanes of the element kernel, padding included. */
  private get laneCount(): number {
    return this.order.elementOfSlot.length * this.order.lanesPerSlot;
  }

  /** Corner offsets, gradients and volumes in groups of four lanes; padding lanes stay zero. */
  private writeElements(): void {
    const { elementOfSlot, lanesPerSlot } = this.order;
    const { size } = this.corners;
    const { gradients, volumes } = this.input;
    this.writeCornerOffsets();
    const packedVolumes = this.f32(Field.VOLUMES_AT, this.laneCount);
    for (let slot = 0; slot < elementOfSlot.length; slot++) {
      if (elementOfSlot[slot] < 0) continue;
      for (let q = 0; q < lanesPerSlot; q++) {
        const lane = lanesPerSlot * slot + q;
        const point = lanesPerSlot * elementOfSlot[slot] + q;
        this.packGradients(lane, gradients, 3 * size * point);
        packedVolumes[lane] = volumes[point];
      }
    }
  }

  /** The gradients of a lane from those of its corners, which start at `from`. Tetrahedra leave out corner 0, minus the sum of the others. */
  private packGradients(lane: number, gradients: Float64Array, from: number): void {
    const firstCorner = this.corners.size === 4 ? 1 : 0;
    const numbers = 3 * (this.corners.size - firstCorner);
    const to = 4 * numbers * (lane >> 2) + (lane & 3);
    for (let k = 0; k < numbers; k++) this.packedGradients[to + 4 * k] = gradients[from + 3 * firstCorner + k];
  }

  /** Where the kernel keeps an element. */
  private slotOf(element: number): number {
    if (this.order.identity) return element;
    this.slots ??= slotsOfElements(this.order, this.elementCount);
    return this.slots[element];
  }

  private writeCornerOffsets(): void {
    const { size, vertices } = this.corners;
    const offsets = this.u32(Field.CORNERS_AT, vertices.length);
    for (let k = 0; k < vertices.length; k++) {
      if (vertices[k] < 0) continue;
      const slot = k >> 2;
      const at = size === 8 ? k : 16 * (slot >> 2) + 4 * (k & 3) + (slot & 3);
      offsets[at] = 16 * vertices[k];
    }
  }

  private writeIncidence({ start, corners }: Incidence): void {
    this.u32(Field.INCIDENCE_START_AT, start.length).set(start);
    const offsets = this.u32(Field.INCIDENCE_AT, corners.length);
    const { size } = this.corners;
    for (let k = 0; k < corners.length; k++) offsets[k] = cornerOffset(corners[k], size, 16 * size);
  }

  private writePattern(): void {
    const { rowStart, columns, diagonal, edgeStart, edgeBlocks, edgeCorners } = this.pattern;
    this.u32(Field.ROW_START_AT, rowStart.length).set(rowStart);
    this.u32(Field.DIAGONAL_AT, diagonal.length).set(diagonal);
    this.u32(Field.EDGE_START_AT, edgeStart.length).set(edgeStart);
    this.u32(Field.EDGE_BLOCKS_AT, edgeBlocks.length).set(edgeBlocks);
    const { size } = this.corners;
    const bytes = 16 * size * this.order.lanesPerSlot;
    const vectors = this.u32(Field.EDGE_CORNERS_AT, edgeCorners.length);
    for (let k = 0; k < edgeCorners.length; k++) vectors[k] = cornerOffset(edgeCorners[k], size, bytes);
    const offsets = this.u32(Field.COLUMNS_AT, columns.length);
    for (let k = 0; k < columns.length; k++) offsets[k] = 16 * columns[k];
    if (this.input.conserving) this.writeEdgeMetrics();
  }

  /** g_i . g_j of every edge of one element at one of its points. */
  private replaceMetrics(slot: number, point: number, gradients: Float64Array): void {
    const { edgeCorners } = this.pattern;
    const { size } = this.corners;
    const points = this.order.lanesPerSlot;
    this.slotEdges ??= edgesOfSlots(edgeCorners, size, this.order.elementOfSlot.length);
    const metrics = this.edgeMetrics;
    const count = (size * (size - 1)) / 2;
    for (let k = count * slot; k < count * (slot + 1); k++) {
      const edge = this.slotEdges[k];
      const a = 3 * (edgeCorners[2 * edge] % size);
      const b = 3 * (edgeCorners[2 * edge + 1] % size);
      metrics[points * edge + point] =
        gradients[a] * gradients[b] + gradients[a + 1] * gradients[b + 1] + gradients[a + 2] * gradients[b + 2];
    }
  }

  /** g_i . g_j of every edge incidence and point. */
  private writeEdgeMetrics(): void {
    const { edgeCorners } = this.pattern;
    const { gradients } = this.input;
    const { size } = this.corners;
    const points = this.order.lanesPerSlot;
    const metrics = this.edgeMetrics;
    for (let k = 0; k < metrics.length; k++) {
      const incidence = 2 * Math.floor(k / points);
      const element = this.order.elementOfSlot[Math.floor(edgeCorners[incidence] / size)];
      const point = size * (points * element + (k % points));
      const a = 3 * (point + (edgeCorners[incidence] % size));
      const b = 3 * (point + (edgeCorners[incidence + 1] % size));
      for (let axis = 0; axis < 3; axis++) metrics[k] += gradients[a + axis] * gradients[b + axis];
    }
  }
}

function slotsOfElements({ elementOfSlot }: ElementOrder, elementCount: number): Uint32Array {
  const slots = new Uint32Array(elementCount);
  for (let slot = 0; slot < elementOfSlot.length; slot++) {
    if (elementOfSlot[slot] >= 0) slots[elementOfSlot[slot]] = slot;
  }
  return slots;
}

/** Numbers of the edge incidences of every slot, size (size - 1) / 2 each; those of padding are none. */
function edgesOfSlots(edgeCorners: Uint32Array, size: 4 | 8, slotCount: number): Uint32Array {
  const perSlot = (size * (size - 1)) / 2;
  const edges = new Uint32Array(perSlot * slotCount);
  const found = new Uint8Array(slotCount);
  for (let k = 0; 2 * k < edgeCorners.length; k++) {
    const slot = Math.floor(edgeCorners[2 * k] / size);
    edges[perSlot * slot + found[slot]++] = k;
  }
  return edges;
}

function cornersBySlot(
  { elementOfSlot }: ElementOrder,
  { elements, verticesPerElement: size }: SolidKernelInput,
): ElementCorners {
  const vertices = new Int32Array(size * elementOfSlot.length).fill(-1);
  for (let slot = 0; slot < elementOfSlot.length; slot++) {
    const element = elementOfSlot[slot];
    if (element < 0) continue;
    for (let corner = 0; corner < size; corner++) vertices[size * slot + corner] = elements[size * element + corner];
  }
  return { size, vertices };
}

import * as BodyField from '../bodyFields.ts';
import * as Field from '../pairFields.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import { BOX, type BoxTrees } from './BoxArrays.ts';

const BARRIER_BYTES = 64;
/** Bytes of scratch of each thread. */
const SCRATCH_BYTES = 4 * (Field.STACK_NUMBERS + Field.LEFT_NUMBERS + Field.LIST_NUMBERS + Field.CLOSEST_NUMBERS);
/** Bytes of the normals of a triangle at three times. */
const NORMALS_BYTES = 72;
/** Tasks of one run at most. */
export const MOST_TASKS = 4096;
/** Pairs that each thread has room for at first, per triangle. */
const ROOM = 2;
/** Surfaces with fewer triangles are searched on the caller's thread: that takes less time than waking another. Changes speed only. */
const THREADED_TRIANGLES = 3000;
/** Trees over the triangles of surfaces and what these share, as `SurfaceTrees` and `ContactTopology` say. */
export interface PairTables extends BoxTrees {
  readonly slotEdges: Int32Array;
  readonly represents: Uint8Array;
  readonly edges: Int32Array;
  readonly welded: Int32Array;
  /** The slots around each vertex, as `FlatStars` lists them, and flags of those whose stars can be flat. */
  readonly starBegin: Int32Array;
  readonly starSlots: Int32Array;
  readonly fans: Uint8Array;
}

/** What changes from step to step: boxes and paths. */
export interface PairInputs {
  readonly boxes: { readonly nodes: Int32Array; readonly slots: Int32Array; readonly vertices: Int32Array };
  readonly paths: { readonly starts: Float64Array; readonly ends: Float64Array; readonly pads: Float64Array };
  /** Which pairs of primitives are near; left out, pairs of triangles are found. */
  readonly near?: NearPairs;
}

/** Flags of flat stars, and their axes, m2. */
export interface FlatAxes {
  readonly isFlat: Uint8Array;
  readonly axes: Float64Array;
}

/** Which pairs are near: those at most `distance[0]` apart, m, at the start and, where it `followsMoves`, those that may come so near in their move. Negative: nothing is measured. */
export interface NearPairs {
  readonly distance: Float64Array;
  followsMoves: boolean;
}

/**
 * The search for pairs of primitives that may collide, on all threads of a pool (`assembly/pairSearch.ts`): tasks are pairs of nodes whose boxes overlap. Each is done by one
 * thread, so that the pairs of all tasks, one after the other, are the same for any number of threads.
 */
export class PairKernel {
  readonly tables: PairTables;
  /** Whether the search is worth other threads. */
  readonly sharesWork: boolean;
  private readonly vertexCount: number;
  private readonly pool: KernelPool;
  private readonly passes: Readonly<Record<'stars' | 'refresh' | 'pairs', number>>;
  private capacity: number;
  private memory: PairMemory;

  constructor(tables: PairTables, vertexCount: number, pool: KernelPool) {
    const triangles = tables.corners.length / 3;
    this.tables = tables;
    this.vertexCount = vertexCount;
    this.pool = pool;
    this.passes = {
      stars: pool.kernel('starsPass'),
      refresh: pool.kernel('refreshStarsPass'),
      pairs: pool.kernel('pairsPass'),
    };
    this.sharesWork = pool.threads > 1 && triangles >= THREADED_TRIANGLES;
    this.capacity = Math.max(1024, ROOM * triangles);
    this.memory = this.allocate();
  }

  /** Takes the inputs of a search, and finds the stars that stay flat while vertices move by `moves`, m. */
  begin(inputs: PairInputs, moves: Float64Array): void {
    copyInputs(this.memory, inputs);
    this.memory.moves.set(moves);
    this.start(this.passes.stars);
  }

  /**
   * Finds which of the flat stars stay flat no longer where vertices move by `moves`, m, in place of the moves of the last search; those of the `changed` ones, `count` of them, differ. Returns whether there are any:
   * they are flagged in `lost`.
   */
  refresh({ isFlat, axes }: FlatAxes, moves: Float64Array, changed: Int32Array, count: number): boolean {
    const { memory } = this;
    const { fields } = memory.arrays;
    memory.isFlat.set(isFlat);
    memory.axes.set(axes);
    memory.moves.set(moves);
    memory.changed.fill(0);
    for (let k = 0; k < count; k++) memory.changed[changed[k]] = 1;
    fields[Field.ANY_LOST] = 0;
    this.start(this.passes.refresh);
    return fields[Field.ANY_LOST] !== 0;
  }

  get lost(): Uint8Array {
    return this.memory.lost;
  }

  /** Flags of the stars that stay flat, and their axes, m2. */
  get isFlat(): Uint8Array {
    return this.memory.isFlat;
  }

  get axes(): Float64Array {
    return this.memory.axes;
  }

  /** Does the first `count` of `tasks`, `TASK_NUMBERS` each. There is more room and all are done again where it was too small. */
  run(tasks: Int32Array, count: number, inputs: PairInputs, moves: Float64Array): void {
    for (;;) {
      const { arrays, arena } = this.memory;
      const { fields } = arrays;
      for (let k = 0; k < Field.TASK_NUMBERS * count; k++) this.memory.tasks[k] = tasks[k];
      fields[Field.TASK_COUNT] = count;
      fields[Field.NEXT_TASK] = 0;
      fields[Field.MISSED] = 0;
      fields[Field.MEASURES] = measuresOf(inputs.near);
      arrays.scalars[Field.NEAR] = inputs.near?.distance[0] ?? NaN;
      this.start(this.passes.pairs);
      if (fields[Field.MISSED] === 0) return;
      this.pool.detach(arena);
      this.capacity *= 2;
      this.memory = this.allocate();
      this.begin(inputs, moves);
    }
  }

  /** Returns how many pairs a task of the last run found. */
  foundBy(task: number): number {
    return this.memory.results[Field.TASK_NUMBERS * task + 2];
  }

  /** Returns where these begin in `found`, in pairs. */
  firstOf(task: number): number {
    const { results } = this.memory;
    const at = Field.TASK_NUMBERS * task;
    return this.capacity * results[at] + results[at + 1];
  }

  /** Pairs, `FOUND_NUMBERS` each, as `FOUND_AT` says, and the same bytes as f32. */
  get found(): Int32Array {
    return this.memory.found;
  }

  get foundClearances(): Float32Array {
    return this.memory.foundClearances;
  }

  /** Releases the memory. */
  dispose(): void {
    this.pool.detach(this.memory.arena);
  }

  private start(pass: number): void {
    const { arena, arrays } = this.memory;
    if (this.sharesWork) this.pool.run(arena, pass, arrays.record);
    else this.pool.runAlone(arena, pass, arrays.record);
  }

  private allocate(): PairMemory {
    const { tables, vertexCount, pool, capacity } = this;
    const { threads } = pool;
    const arrays = new KernelArrays(arrayBytes(tables, vertexCount, capacity, threads), threads > 1);
    const { fields } = arrays;
    fields[Field.CAPACITY] = capacity;
    fields[Field.VERTEX_COUNT] = vertexCount;
    fields[Field.SLOT_COUNT] = tables.represents.length;
    fields[BodyField.PATIENCE] = pool.patience;
    const i32 = (field: number, count: number) => new Int32Array(arrays.memory.buffer, fields[field], count);
    for (const [field, values] of tableFields(tables)) i32(field, values.length).set(values);
    arrays.u8(Field.REPRESENTS_AT, tables.represents.length).set(tables.represents);
    arrays.u8(Field.FANS_AT, vertexCount).set(tables.fans);
    return {
      arrays,
      arena: pool.attach(arrays.memory, fields[BodyField.BARRIER_AT] + 12),
      nodes: i32(Field.NODES_AT, BOX * tables.right.length),
      slots: i32(Field.SLOTS_AT, BOX * tables.represents.length),
      vertices: i32(Field.VERTEX_BOXES_AT, BOX * vertexCount),
      isFlat: arrays.u8(Field.FLAT_AT, vertexCount),
      axes: arrays.f64(Field.AXES_AT, 3 * vertexCount),
      changed: arrays.u8(Field.CHANGED_AT, vertexCount),
      lost: arrays.u8(Field.LOST_AT, vertexCount),
      moves: arrays.f64(Field.MOVES_AT, 3 * vertexCount),
      starts: arrays.f64(Field.STARTS_AT, 3 * vertexCount),
      ends: arrays.f64(Field.ENDS_AT, 3 * vertexCount),
      pads: arrays.f64(Field.PADS_AT, vertexCount),
      tasks: i32(Field.TASKS_AT, Field.TASK_NUMBERS * MOST_TASKS),
      results: i32(Field.RESULTS_AT, Field.TASK_NUMBERS * MOST_TASKS),
      found: i32(Field.FOUND_AT, Field.FOUND_NUMBERS * capacity * threads),
      foundClearances: arrays.f32(Field.FOUND_AT, Field.FOUND_NUMBERS * capacity * threads),
    };
  }
}

/** Views of the memory of a search. */
interface PairMemory {
  readonly arrays: KernelArrays;
  readonly arena: AttachedArena;
  readonly nodes: Int32Array;
  readonly slots: Int32Array;
  readonly vertices: Int32Array;
  readonly isFlat: Uint8Array;
  readonly axes: Float64Array;
  readonly changed: Uint8Array;
  readonly lost: Uint8Array;
  readonly moves: Float64Array;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly pads: Float64Array;
  readonly tasks: Int32Array;
  readonly results: Int32Array;
  readonly found: Int32Array;
  readonly foundClearances: Float32Array;
}

/** The number by which the kernel knows what is to be found. */
function measuresOf(near: NearPairs | undefined): number {
  if (near === undefined) return Field.TRIANGLES;
  if (near.distance[0] < 0) return 0;
  return near.followsMoves ? 2 : 1;
}

function copyInputs(memory: PairMemory, { boxes, paths }: PairInputs): void {
  memory.nodes.set(boxes.nodes);
  memory.slots.set(boxes.slots);
  memory.vertices.set(boxes.vertices);
  memory.starts.set(paths.starts);
  memory.ends.set(paths.ends);
  memory.pads.set(paths.pads);
}

function tableFields(tables: PairTables): readonly (readonly [field: number, values: Int32Array])[] {
  return [
    [Field.RIGHT_AT, tables.right],
    [Field.FIRST_AT, tables.first],
    [Field.COUNT_AT, tables.count],
    [Field.CORNERS_AT, tables.corners],
    [Field.SLOT_EDGES_AT, tables.slotEdges],
    [Field.EDGES_AT, tables.edges],
    [Field.WELDED_AT, tables.welded],
    [Field.STAR_BEGIN_AT, tables.starBegin],
    [Field.STAR_SLOTS_AT, tables.starSlots],
  ];
}

function arrayBytes(
  tables: PairTables,
  vertexCount: number,
  capacity: number,
  threads: number,
): [field: number, bytes: number][] {
  return [
    ...tableFields(tables).map(([field, { byteLength }]): [number, number] => [field, byteLength]),
    [Field.REPRESENTS_AT, tables.represents.length],
    [Field.NODES_AT, 4 * BOX * tables.right.length],
    [Field.SLOTS_AT, 4 * BOX * tables.represents.length],
    [Field.VERTEX_BOXES_AT, 4 * BOX * vertexCount],
    [Field.FLAT_AT, vertexCount],
    [Field.FANS_AT, vertexCount],
    [Field.CHANGED_AT, vertexCount],
    [Field.LOST_AT, vertexCount],
    [Field.TOUCHED_AT, tables.represents.length],
    [Field.SWEPT_NORMALS_AT, NORMALS_BYTES * tables.represents.length],
    [Field.AXES_AT, 24 * vertexCount],
    [Field.MOVES_AT, 24 * vertexCount],
    [Field.STARTS_AT, 24 * vertexCount],
    [Field.ENDS_AT, 24 * vertexCount],
    [Field.PADS_AT, 8 * vertexCount],
    [Field.TASKS_AT, 4 * Field.TASK_NUMBERS * MOST_TASKS],
    [Field.RESULTS_AT, 4 * Field.TASK_NUMBERS * MOST_TASKS],
    [Field.SCRATCH_AT, SCRATCH_BYTES * threads],
    [Field.FOUND_AT, 4 * Field.FOUND_NUMBERS * capacity * threads],
    [BodyField.BARRIER_AT, BARRIER_BYTES],
  ];
}

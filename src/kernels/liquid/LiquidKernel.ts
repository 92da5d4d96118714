import * as BodyField from '../bodyFields.ts';
import * as Field from '../liquidFields.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import { LiquidPressureKernel } from './LiquidPressureKernel.ts';
import { ParticleRoom } from './ParticleRoom.ts';

type Three<T> = readonly [T, T, T];
/** Particle arrays that `LiquidKernel` reads and writes: xyz, nine numbers for gradients, one for flags. */
interface ParticleArrays {
  readonly count: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly gradients: Float64Array;
  readonly flags: Uint8Array;
}
type ArrayName = 'positions' | 'velocities' | 'gradients' | 'flags';

/** Obstacles of particles, as in `LiquidObstacles`. */
interface ParticleObstacles {
  readonly hasSolids: boolean;
  /** Distance to solids, m, positive outside, at the corners of cells. */
  readonly distance: Float64Array;
  /** 1 for cells that may contain solids. */
  readonly touched: Uint8Array;
  /** Distance that particles keep from solids, m. */
  readonly margin: number;
  /** Squared slope of the distance below which the path out of a solid is not lengthened for it. */
  readonly leastSlope: number;
  /** Changes whenever the content of `distance` or `touched` changes. */
  readonly version: number;
}

/** Active region of a grid, as in `CellBox`. */
interface ActiveRegion {
  /** First indices along x, y, z, counted from the outer layer, and the end. */
  readonly first: ArrayLike<number>;
  readonly end: ArrayLike<number>;
  readonly isEmpty: boolean;
  copy(from: Float64Array | Uint8Array | Uint16Array, to: Float64Array | Uint8Array | Uint16Array): void;
}

/** Views of the arrays in the memory of the kernels. */
interface KernelViews {
  /** Arrays of a chunk. */
  readonly chunk: Omit<ParticleArrays, 'count'>;
  readonly faces: readonly Float64Array[];
  readonly valid: readonly Uint8Array[];
  readonly phi: Float64Array;
  readonly cellCounts: Uint16Array;
  readonly found: Float64Array;
  readonly solidDistance: Float64Array;
  readonly touched: Uint8Array;
}

const BARRIER_BYTES = 64;
/** Particles in kernel memory at a time, where they are not stored there: 4 MB with all their arrays. */
const CHUNK = 32_768;
const AXES = [0, 1, 2] as const;

export interface LiquidKernelGrid {
  readonly counts: Three<number>;
  /** m. */
  readonly h: number;
  readonly origin: Three<number>;
  /** Length of an array, outer layer included. */
  readonly size: number;
  readonly closedSides: readonly (readonly [low: boolean, high: boolean])[];
}

/**
 * Transfers momenta, velocities and distances between the particles of a liquid and its grid, moves and counts particles, with the same bytes as the classes of
 * `src/liquids/transport` for any number of threads. Particles stored in its `room` are used in place; others are copied through its memory in chunks.
 */
export class LiquidKernel {
  private readonly arrays: KernelArrays;
  private readonly pool: KernelPool;
  private readonly arena: AttachedArena;
  private readonly grid: LiquidKernelGrid;
  private readonly chunkAddresses: Readonly<Record<ArrayName, number>>;
  private views: KernelViews;
  private room: ParticleRoom | undefined;
  private readonly passes: Readonly<Record<keyof typeof PASSES, number>>;
  private readonly counts: Three<number>;
  /** The obstacles that `solidDistance` and `touched` are copies of. */
  private copied: { readonly distance: Float64Array; readonly version: number } | undefined;
  private madePressure: LiquidPressureKernel | undefined;

  constructor(grid: LiquidKernelGrid, pool: KernelPool) {
    this.counts = grid.counts;
    const isShared = pool.threads > 1;
    const arrays = new KernelArrays(arrayBytes(grid.size, grid.counts, pool.threads), isShared, undefined, true);
    this.arrays = arrays;
    this.pool = pool;
    this.grid = grid;
    this.chunkAddresses = {
      positions: arrays.fields[Field.POSITIONS_AT],
      velocities: arrays.fields[Field.VELOCITIES_AT],
      gradients: arrays.fields[Field.GRADIENTS_AT],
      flags: arrays.fields[Field.FLAGS_AT],
    };
    this.views = viewsOf(arrays, grid, this.chunkAddresses, pool.threads);
    writeGrid(arrays, grid);
    arrays.fields[BodyField.PATIENCE] = pool.patience;
    this.arena = pool.attach(arrays.memory, arrays.fields[BodyField.BARRIER_AT] + 12);
    const passes = Object.entries(PASSES).map(([pass, name]) => [pass, pool.kernel(name)]);
    this.passes = Object.fromEntries(passes) as Record<keyof typeof PASSES, number>;
  }

  /** Pressure kernel of the same grid, in a memory of its own that is created on first use. */
  get pressure(): LiquidPressureKernel {
    this.madePressure ??= new LiquidPressureKernel(this.counts, this.pool);
    return this.madePressure;
  }

  /** Returns particle storage inside the memory of the kernels, which avoids copies: for one liquid; undefined for a second one. */
  claimRoom(): ParticleRoom | undefined {
    if (this.room !== undefined) return undefined;
    const { memory, byteLength } = this.arrays;
    this.room = new ParticleRoom(memory, byteLength, {
      removeFlagged: (count, placesOnly) => this.remove(count, placesOnly),
      noteGrowth: () => this.renewViews(),
    });
    return this.room;
  }

  /** Takes the views of arrays again, which growth of a memory that is not shared ends. */
  private renewViews(): void {
    const { arrays, grid, pool } = this;
    arrays.renew();
    this.views = viewsOf(arrays, grid, this.chunkAddresses, pool.threads);
  }

  /** Computes face velocities as `ParticleTransfer.toGrid` does; faces with a weight above `leastWeight` are valid; `region` contains all faces that particles reach. */
  toGrid(
    particles: ParticleArrays,
    velocity: readonly Float64Array[],
    valid: readonly Uint8Array[],
    leastWeight: number,
    region: ActiveRegion,
  ): void {
    this.arrays.scalars[Field.LEAST_WEIGHT] = leastWeight;
    this.workOn(region);
    this.run('clearMomenta');
    this.over(particles, 'spread', STATE);
    this.run('average');
    for (const axis of AXES) {
      region.copy(this.views.faces[axis], velocity[axis]);
      region.copy(this.views.valid[axis], valid[axis]);
    }
  }

  /** Computes velocities and gradients of the particles from `from` on as `ParticleTransfer.start` does; velocities outside `region` are zero. */
  toParticles(velocity: readonly Float64Array[], particles: ParticleArrays, from: number, region: ActiveRegion): void {
    this.takeFaces(velocity, region);
    this.over(particles, 'gather', PLACES, MOTION, from);
  }

  /** Moves particles as `moveParticles` does. */
  move(velocity: readonly Float64Array[], particles: ParticleArrays, dt: number, region: ActiveRegion): void {
    this.arrays.scalars[Field.TIME_STEP] = dt;
    this.takeFaces(velocity, region);
    this.over(particles, 'move', PLACES, PLACES);
  }

  /** Computes velocities as `toParticles` does and then moves particles as `move` does. */
  carry(velocity: readonly Float64Array[], particles: ParticleArrays, dt: number, region: ActiveRegion): void {
    this.arrays.scalars[Field.TIME_STEP] = dt;
    this.takeFaces(velocity, region);
    this.over(particles, 'carry', PLACES, STATE);
  }

  /** Measures distances as `ParticleDistance.measure` does; `reach` and `radius` of particles in cells, `region` contains all that they reach. */
  measure(particles: ParticleArrays, phi: Float64Array, reach: number, radius: number, region: ActiveRegion): void {
    this.workOn(region);
    this.arrays.scalars[Field.REACH] = reach;
    this.arrays.scalars[Field.RADIUS] = radius;
    this.run('clearFilled');
    this.over(particles, 'fill', PLACES);
    this.run('deep');
    this.over(particles, 'reach', PLACES);
    this.run('distance');
    region.copy(this.views.phi, phi);
  }

  /** Counts particles in cells up to `most` as `ParticleSeeding` does, and flags those beyond that. Returns the number of flagged ones; `region` contains all particles. */
  count(particles: ParticleArrays, counts: Uint16Array, most: number, region: ActiveRegion): number {
    this.workOn(region);
    this.arrays.fields[Field.MOST_IN_CELL] = most;
    this.views.found.fill(0);
    this.run('clearCounts');
    this.over(particles, 'count', PLACES, FLAGS);
    region.copy(this.views.cellCounts, counts);
    return sum(this.views.found);
  }

  /** Pushes particles out of solids as `LiquidObstacles.pushOut` does; flags particles beyond the grid and returns their number, as its `flagOutside`. */
  pushOut(particles: ParticleArrays, obstacles: ParticleObstacles): number {
    const { fields, scalars } = this.arrays;
    fields[Field.HAS_SOLIDS] = obstacles.hasSolids ? 1 : 0;
    scalars[Field.MARGIN] = obstacles.margin;
    scalars[Field.LEAST_SLOPE] = obstacles.leastSlope;
    if (obstacles.hasSolids) this.takeObstacles(obstacles);
    this.views.found.fill(0);
    this.over(particles, 'leave', PLACES, PLACES_AND_FLAGS);
    return sum(this.views.found);
  }

  /** Copies the obstacles, unless they are those of the last call. */
  private takeObstacles({ distance, touched, version }: ParticleObstacles): void {
    if (this.copied?.distance === distance && this.copied.version === version) return;
    this.copied = { distance, version };
    this.views.solidDistance.set(distance);
    this.views.touched.set(touched);
  }

  private takeFaces(velocity: readonly Float64Array[], region: ActiveRegion): void {
    for (const axis of AXES) region.copy(velocity[axis], this.views.faces[axis]);
  }

  /** Restricts passes over the grid to a region. */
  private workOn({ first, end, isEmpty }: ActiveRegion): void {
    const { fields } = this.arrays;
    for (const axis of AXES) {
      fields[Field.ACTIVE_FIRST + axis] = isEmpty ? 0 : first[axis];
      fields[Field.ACTIVE_END + axis] = isEmpty ? 0 : end[axis];
    }
  }

  /** Returns the largest speed as `fastestOf` does. */
  fastest(particles: ParticleArrays): number {
    this.views.found.fill(0);
    this.over(particles, 'fastest', VELOCITIES);
    return Math.sqrt(this.views.found.reduce((most, square) => Math.max(most, square), 0));
  }

  /** Releases the memory. */
  dispose(): void {
    this.madePressure?.dispose();
    this.pool.detach(this.arena);
  }

  /** Returns whether particles are stored in its room. */
  private holds({ positions }: ParticleArrays): boolean {
    return this.room?.positions === positions;
  }

  /** Removes flagged particles of the room. */
  private remove(count: number, placesOnly: boolean): number {
    const { fields } = this.arrays;
    fields[Field.PLACES_ONLY] = placesOnly ? 1 : 0;
    this.views.found.fill(0);
    this.pointAt(this.room!.addresses, 0, count);
    fields[Field.IDS_AT] = this.room!.addresses.ids;
    this.run('remove');
    return sum(this.views.found);
  }

  /**
   * Runs a pass over the particles from `from` on: in place where they are in the room, otherwise in chunks, with the listed arrays copied in and out.
   */
  private over(
    particles: ParticleArrays,
    pass: keyof typeof PASSES,
    taken: readonly ArrayName[],
    given: readonly ArrayName[] = [],
    from = 0,
  ): void {
    const { count } = particles;
    if (from >= count) return;
    if (this.holds(particles)) {
      this.pointAt(this.room!.addresses, from, count - from);
      this.run(pass);
      return;
    }
    for (let first = from; first < count; first += CHUNK) {
      const end = Math.min(count, first + CHUNK);
      this.pointAt(this.chunkAddresses, 0, end - first);
      for (const name of taken) {
        this.views.chunk[name].set(particles[name].subarray(WIDTH[name] * first, WIDTH[name] * end));
      }
      this.run(pass);
      for (const name of given) {
        particles[name].set(this.views.chunk[name].subarray(0, WIDTH[name] * (end - first)), WIDTH[name] * first);
      }
    }
  }

  /** Makes the next pass process `count` particles from `from` on. */
  private pointAt(addresses: Readonly<Record<ArrayName, number>>, from: number, count: number): void {
    const { fields } = this.arrays;
    fields[Field.POSITIONS_AT] = addresses.positions + 24 * from;
    fields[Field.VELOCITIES_AT] = addresses.velocities + 24 * from;
    fields[Field.GRADIENTS_AT] = addresses.gradients + 72 * from;
    fields[Field.FLAGS_AT] = addresses.flags + from;
    fields[Field.PARTICLE_COUNT] = count;
  }

  private run(pass: keyof typeof PASSES): void {
    this.pool.run(this.arena, this.passes[pass], this.arrays.record);
  }
}

const PASSES = {
  clearMomenta: 'clearMomentaPass',
  spread: 'spreadPass',
  average: 'averagePass',
  gather: 'gatherPass',
  move: 'movePass',
  carry: 'carryPass',
  clearFilled: 'clearFilledPass',
  fill: 'fillPass',
  deep: 'deepPass',
  reach: 'reachPass',
  distance: 'distancePass',
  clearCounts: 'clearCountsPass',
  count: 'countPass',
  remove: 'removePass',
  fastest: 'fastestPass',
  leave: 'leavePass',
} as const;
const WIDTH = { positions: 3, velocities: 3, gradients: 9, flags: 1 } as const;
const PLACES = ['positions'] as const;
const VELOCITIES = ['velocities'] as const;
const MOTION = ['velocities', 'gradients'] as const;
const STATE = [...PLACES, ...MOTION] as const;
const PLACES_AND_FLAGS = ['positions', 'flags'] as const;
const FLAGS = ['flags'] as const;

function sum(numbers: Float64Array): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function viewsOf(
  arrays: KernelArrays,
  { size }: LiquidKernelGrid,
  chunkAt: Readonly<Record<ArrayName, number>>,
  threads: number,
): KernelViews {
  const { buffer } = arrays.memory;
  return {
    // The record names the particles of the pass that ran last.
    chunk: {
      positions: new Float64Array(buffer, chunkAt.positions, 3 * CHUNK),
      velocities: new Float64Array(buffer, chunkAt.velocities, 3 * CHUNK),
      gradients: new Float64Array(buffer, chunkAt.gradients, 9 * CHUNK),
      flags: new Uint8Array(buffer, chunkAt.flags, CHUNK),
    },
    faces: AXES.map((axis) => arrays.f64(Field.FACES_AT + axis, size)),
    valid: AXES.map((axis) => arrays.u8(Field.VALID_AT + axis, size)),
    phi: arrays.f64(Field.PHI_AT, size),
    cellCounts: arrays.u16(Field.CELL_COUNTS_AT, size),
    found: arrays.f64(Field.FOUND_AT, (threads * Field.FOUND_STRIDE) / 8),
    solidDistance: arrays.f64(Field.SOLID_DISTANCE_AT, size),
    touched: arrays.u8(Field.TOUCHED_AT, size),
  };
}

/** Returns the bytes of a row of flags: room for the outer layer, and for the last sixteen to begin at any cell. */
function flagRow([nx]: Three<number>): number {
  return 16 * Math.ceil((nx + 2) / 16) + 16;
}

function arrayBytes(size: number, counts: Three<number>, threads: number): [field: number, bytes: number][] {
  const rows = (counts[1] + 2) * (counts[2] + 2);
  const perAxis = (field: number, bytes: number) => AXES.map((axis): [number, number] => [field + axis, bytes * size]);
  return [
    [Field.POSITIONS_AT, 24 * CHUNK],
    [Field.VELOCITIES_AT, 24 * CHUNK],
    [Field.GRADIENTS_AT, 72 * CHUNK],
    ...perAxis(Field.FACES_AT, 8),
    ...perAxis(Field.MOMENTA_AT, 16),
    ...perAxis(Field.VALID_AT, 1),
    [Field.SUMS_AT, 32 * size],
    [Field.PHI_AT, 8 * size],
    [Field.FILLED_AT, flagRow(counts) * rows],
    [Field.DEEP_AT, flagRow(counts) * rows],
    [Field.FILLED_ROWS_AT, rows],
    [Field.FLAGS_AT, CHUNK],
    [Field.CELL_COUNTS_AT, 2 * size],
    [Field.SOLID_DISTANCE_AT, 8 * size],
    [Field.TOUCHED_AT, size],
    [Field.FOUND_AT, Field.FOUND_STRIDE * threads],
    [BodyField.BARRIER_AT, BARRIER_BYTES],
  ];
}

function writeGrid({ fields, scalars }: KernelArrays, { counts, h, origin, closedSides }: LiquidKernelGrid): void {
  scalars[Field.CELL_EDGE] = h;
  fields[Field.FLAG_ROW] = flagRow(counts);
  fields[Field.CLOSED_SIDES] = 0;
  for (const axis of AXES) {
    fields[Field.CELLS_X + axis] = counts[axis];
    scalars[Field.ORIGIN + axis] = origin[axis];
    const [low, high] = closedSides[axis];
    fields[Field.CLOSED_SIDES] |= ((low ? 1 : 0) | (high ? 2 : 0)) << (2 * axis);
  }
}

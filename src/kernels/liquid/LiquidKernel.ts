import * as BodyField from '../bodyFields.ts';
import * as Field from '../liquidFields.ts';
import { KernelArrays } from '../solid/KernelArrays.ts';
import type { AttachedArena, KernelPool } from '../threads/KernelPool.ts';
import { LiquidPressureKernel } from './LiquidPressureKernel.ts';

type Three<T> = readonly [T, T, T];
/** What `LiquidKernel` takes particles from, and gives them back to: xyz, and nine numbers for gradients. */
interface ParticleArrays {
  readonly count: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly gradients: Float64Array;
}

const BARRIER_BYTES = 64;
/** Particles in kernel memory at a time: 4 MB with all that they carry. */
const CHUNK = 32_768;
const AXES = [0, 1, 2] as const;

export interface LiquidKernelGrid {
  readonly counts: Three<number>;
  /** m. */
  readonly h: number;
  readonly origin: Three<number>;
  /** Numbers of an array, those of the layer around the cells included. */
  readonly size: number;
  readonly closedSides: readonly (readonly [low: boolean, high: boolean])[];
}

/**
 * Carries momenta, velocities and distances between the particles of a liquid and its grid, with the same bytes as the classes of `src/liquids/transport`
 * for any number of threads. Particles stay where they are and go through the memory of the kernels in chunks.
 */
export class LiquidKernel {
  private readonly arrays: KernelArrays;
  private readonly pool: KernelPool;
  private readonly arena: AttachedArena;
  private readonly positions: Float64Array;
  private readonly velocities: Float64Array;
  private readonly gradients: Float64Array;
  private readonly faces: readonly Float64Array[];
  private readonly known: readonly Uint8Array[];
  private readonly phi: Float64Array;
  private readonly passes: Readonly<Record<keyof typeof PASSES, number>>;
  private readonly counts: Three<number>;
  private madePressure: LiquidPressureKernel | undefined;

  constructor(grid: LiquidKernelGrid, pool: KernelPool) {
    this.counts = grid.counts;
    const arrays = new KernelArrays(arrayBytes(grid.size, grid.counts), pool.threads > 1);
    this.arrays = arrays;
    this.pool = pool;
    this.positions = arrays.f64(Field.POSITIONS_AT, 3 * CHUNK);
    this.velocities = arrays.f64(Field.VELOCITIES_AT, 3 * CHUNK);
    this.gradients = arrays.f64(Field.GRADIENTS_AT, 9 * CHUNK);
    this.faces = AXES.map((axis) => arrays.f64(Field.FACES_AT + axis, grid.size));
    this.known = AXES.map((axis) => arrays.u8(Field.KNOWN_AT + axis, grid.size));
    this.phi = arrays.f64(Field.PHI_AT, grid.size);
    writeGrid(arrays, grid);
    arrays.fields[BodyField.PATIENCE] = pool.patience;
    this.arena = pool.attach(arrays.memory, arrays.fields[BodyField.BARRIER_AT] + 12);
    const passes = Object.entries(PASSES).map(([pass, name]) => [pass, pool.kernel(name)]);
    this.passes = Object.fromEntries(passes) as Record<keyof typeof PASSES, number>;
  }

  /** For pressure on the same grid, in a memory of its own that is made when it is first asked for. */
  get pressure(): LiquidPressureKernel {
    this.madePressure ??= new LiquidPressureKernel(this.counts, this.pool);
    return this.madePressure;
  }

  /** As `ParticleTransfer.toGrid`, which knows faces by a weight of more than `leastWeight`. */
  toGrid(
    particles: ParticleArrays,
    velocity: readonly Float64Array[],
    known: readonly Uint8Array[],
    leastWeight: number,
  ): void {
    this.arrays.scalars[Field.LEAST_WEIGHT] = leastWeight;
    this.run('clearMomenta');
    for (let first = 0; first < particles.count; first += CHUNK) {
      this.take(particles, first, true);
      this.run('spread');
    }
    this.run('average');
    for (const axis of AXES) {
      velocity[axis].set(this.faces[axis]);
      known[axis].set(this.known[axis]);
    }
  }

  /** As `ParticleTransfer.start`: velocities and gradients of the particles from `from` on. */
  toParticles(velocity: readonly Float64Array[], particles: ParticleArrays, from: number): void {
    for (const axis of AXES) this.faces[axis].set(velocity[axis]);
    for (let first = from; first < particles.count; first += CHUNK) {
      const count = this.take(particles, first, false);
      this.run('gather');
      particles.velocities.set(this.velocities.subarray(0, 3 * count), 3 * first);
      particles.gradients.set(this.gradients.subarray(0, 9 * count), 9 * first);
    }
  }

  /** As `moveParticles`. */
  move(velocity: readonly Float64Array[], particles: ParticleArrays, dt: number): void {
    this.arrays.scalars[Field.TIME_STEP] = dt;
    for (const axis of AXES) this.faces[axis].set(velocity[axis]);
    for (let first = 0; first < particles.count; first += CHUNK) {
      const count = this.take(particles, first, false);
      this.run('move');
      particles.positions.set(this.positions.subarray(0, 3 * count), 3 * first);
    }
  }

  /** As `ParticleDistance.measure`; `reach` and `radius` of particles in cells. */
  measure(particles: ParticleArrays, phi: Float64Array, reach: number, radius: number): void {
    this.arrays.scalars[Field.REACH] = reach;
    this.arrays.scalars[Field.RADIUS] = radius;
    this.run('clearFilled');
    for (let first = 0; first < particles.count; first += CHUNK) {
      this.take(particles, first, false);
      this.run('fill');
    }
    this.run('deep');
    for (let first = 0; first < particles.count; first += CHUNK) {
      this.take(particles, first, false);
      this.run('reach');
    }
    this.run('distance');
    phi.set(this.phi);
  }

  /** Gives the memory back. */
  dispose(): void {
    this.madePressure?.dispose();
    this.pool.detach(this.arena);
  }

  /** Takes the chunk that begins at `first`, with what moves it or only where it is; gives how many there are. */
  private take({ count, positions, velocities, gradients }: ParticleArrays, first: number, moves: boolean): number {
    const end = Math.min(count, first + CHUNK);
    this.positions.set(positions.subarray(3 * first, 3 * end));
    if (moves) {
      this.velocities.set(velocities.subarray(3 * first, 3 * end));
      this.gradients.set(gradients.subarray(9 * first, 9 * end));
    }
    this.arrays.fields[Field.PARTICLE_COUNT] = end - first;
    return end - first;
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
  clearFilled: 'clearFilledPass',
  fill: 'fillPass',
  deep: 'deepPass',
  reach: 'reachPass',
  distance: 'distancePass',
} as const;

/** Bytes of a row of flags: room for the layer, and for the last sixteen to begin at any cell. */
function flagRow([nx]: Three<number>): number {
  return 16 * Math.ceil((nx + 2) / 16) + 16;
}

function arrayBytes(size: number, counts: Three<number>): [field: number, bytes: number][] {
  const rows = (counts[1] + 2) * (counts[2] + 2);
  const perAxis = (field: number, bytes: number) => AXES.map((axis): [number, number] => [field + axis, bytes * size]);
  return [
    [Field.POSITIONS_AT, 24 * CHUNK],
    [Field.VELOCITIES_AT, 24 * CHUNK],
    [Field.GRADIENTS_AT, 72 * CHUNK],
    ...perAxis(Field.FACES_AT, 8),
    ...perAxis(Field.MOMENTA_AT, 16),
    ...perAxis(Field.KNOWN_AT, 1),
    [Field.SUMS_AT, 32 * size],
    [Field.PHI_AT, 8 * size],
    [Field.FILLED_AT, flagRow(counts) * rows],
    [Field.DEEP_AT, flagRow(counts) * rows],
    [Field.FILLED_ROWS_AT, rows],
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

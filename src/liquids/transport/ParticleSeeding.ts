import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { AdvectedLiquid } from '../LiquidTransport.ts';
import { scrambled, shareOfWord } from '../scrambled.ts';
import type { LiquidParticles } from './LiquidParticles.ts';

/** Particles that a cell may hold, those below which a cell within the liquid gets more, and how many it has then. */
const MOST = 12;
const FEW = 4;
const REFILLED = 6;

/** Keeps the number of particles in cells within bounds, in the same way whenever the same liquid comes by. */
export class ParticleSeeding {
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly counts: Uint16Array;
  private readonly kernel: LiquidKernel | undefined;
  /** Turns every random word into another; 0 for seed 0. */
  private readonly scatter: number;

  /** Seeds the same bytes with a kernel and without. */
  constructor({ grid, closedSides, kernel, seed = 0 }: AdvectedLiquid) {
    this.grid = grid;
    this.kernel = kernel;
    this.closedSides = closedSides;
    this.scatter = scrambled(seed);
    this.counts = new Uint16Array(grid.size);
  }

  /**
   * Takes particles from cells that have too many and fills cells within the liquid that have too few. New ones have no velocity yet.
   * Gives the place of the first of them.
   * @param phi distance to the surface at centres, m, negative inside.
   * @param fluidFraction of each cell: only those wholly free of solids are filled.
   * @param box that holds all particles and all cells within the liquid.
   * @param parted 1 for cells that thin surfaces pass, which are not filled: a new particle might be on their other side.
   * @param placesOnly whether all that particles carry is to be written anew.
   */
  reseed(
    particles: LiquidParticles,
    phi: Float64Array,
    fluidFraction: Float64Array,
    box: CellBox,
    parted?: Uint8Array,
    placesOnly = false,
  ): number {
    const extra = this.kernel?.count(particles, this.counts, MOST, box) ?? this.count(particles, box);
    if (extra > 0) particles.remove(particles.flags, placesOnly);
    const first = particles.count;
    const { counts } = this;
    box.forEach((c, i, j, k) => {
      if (counts[c] >= FEW || phi[c] >= 0 || fluidFraction[c] < 1 || parted?.[c] === 1) return;
      if (this.isWithin(phi, c, i, 0) && this.isWithin(phi, c, j, 1) && this.isWithin(phi, c, k, 2)) {
        for (let n = counts[c]; n < REFILLED; n++) this.seed(particles, c, i, j, k);
      }
    });
    return first;
  }

  /** Counts the particles of every cell, and flags the last ones of those with too many. Gives how many these are. */
  private count({ positions, count, flags }: LiquidParticles, box: CellBox): number {
    const { grid, counts } = this;
    box.fill(counts, 0);
    let extra = 0;
    for (let p = 0; p < count; p++) {
      const i = this.cellAlong(positions[3 * p], 0);
      const j = this.cellAlong(positions[3 * p + 1], 1);
      const c = grid.index(i, j, this.cellAlong(positions[3 * p + 2], 2));
      const isExtra = counts[c] >= MOST;
      flags[p] = isExtra ? 1 : 0;
      if (isExtra) extra++;
      else counts[c]++;
    }
    return extra;
  }

  private cellAlong(x: number, axis: number): number {
    const place = Math.floor((x - this.grid.origin[axis]) / this.grid.h);
    return Math.min(Math.max(place, 0), this.grid.counts[axis] - 1);
  }

  /** Whether there is liquid, or a closed side, on both sides of a cell along an axis. */
  private isWithin(phi: Float64Array, c: number, at: number, axis: number): boolean {
    const stride = this.grid.strides[axis];
    const [low, high] = this.closedSides[axis];
    const isLow = at === 0 ? low : phi[c - stride] < 0;
    return isLow && (at === this.grid.counts[axis] - 1 ? high : phi[c + stride] < 0);
  }

  /** Anywhere in a cell, by a hash of the cell, of the number that the particle gets and of the seed. */
  private seed(particles: LiquidParticles, c: number, i: number, j: number, k: number): void {
    const { origin, h } = this.grid;
    const word = scrambled(c ^ scrambled(particles.nextId) ^ this.scatter);
    const x = origin[0] + (i + shareOfWord(word)) * h;
    const y = origin[1] + (j + shareOfWord(scrambled(word + 1))) * h;
    const z = origin[2] + (k + shareOfWord(scrambled(word + 2))) * h;
    particles.addSeed(x, y, z);
  }
}

import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { LiquidObstacles } from '../walls/LiquidObstacles.ts';
import type { CentreSamples } from '../levelset/centreSamples.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { LiquidParticles } from '../transport/LiquidParticles.ts';
import { writeVelocity } from '../transport/moveParticles.ts';
import { landDrop } from './landDrop.ts';

/** The surroundings of drops in a substep. */
interface DropStep {
  readonly obstacles: LiquidObstacles;
  /** m/s2, xyz. */
  readonly gravity: ArrayLike<number>;
  /** s. */
  readonly dt: number;
}

/** A level set that drops land on, and the velocity of its faces, m/s. */
interface LandingPlace {
  /** m, at the centres, negative inside. */
  readonly phi: Float64Array;
  readonly velocity: FaceArrays;
}

/**
 * Drops that have left a level set for good (the removed particles of Enright et al. 2002, as Guendelman et al. 2005 and Irving 2007, 5.8 use them): they fly by
 * themselves, each with the same volume, until they are in liquid again, which gets their volume and momentum, or enough of them lie in a cell to be
 * liquid of their own.
 */
export class SprayDrops {
  readonly particles = new LiquidParticles();
  /** How far from the surface liquid is spray, m. */
  readonly distance: number;
  /** Volume of a drop, m3. */
  readonly dropVolume: number;
  private readonly grid: CellGrid;
  private readonly perCell: number;
  private readonly samples: CentreSamples;
  private flags = new Uint8Array(0);
  private before = new Float64Array(0);
  private readonly counts: Uint16Array;
  private readonly wall = new Float64Array(3);

  /** `distance`: in cells; `perCell`: drops that hold as much as a cell. */
  constructor(grid: CellGrid, samples: CentreSamples, distance: number, perCell: number) {
    this.grid = grid;
    this.samples = samples;
    this.distance = distance * grid.h;
    this.perCell = perCell;
    this.dropVolume = grid.h ** 3 / perCell;
    this.counts = new Uint16Array(grid.size);
  }

  /** m3. */
  get volume(): number {
    return this.volumeOf(this.particles.count);
  }

  /** m3 of some drops. */
  volumeOf(count: number): number {
    return count * this.dropVolume;
  }

  /** v <- v + g dt, x <- x + v dt. At walls they lose what leads into them; through open sides they are gone. */
  move({ obstacles, gravity, dt }: DropStep): void {
    const { particles } = this;
    const { positions, velocities, count } = particles;
    if (count === 0) return;
    for (let at = 0; at < 3 * count; at++) {
      velocities[at] += dt * gravity[at % 3];
      positions[at] += dt * velocities[at];
    }
    if (this.before.length < 3 * count) this.before = new Float64Array(6 * count);
    this.makeFlags();
    this.before.set(positions.subarray(0, 3 * count));
    obstacles.pushOut(positions, count);
    for (let at = 0; at < 3 * count; at += 3) this.stopAtWall(at, obstacles);
    if (obstacles.flagOutside(positions, count, this.flags) > 0) particles.remove(this.flags);
  }

  /** Takes from the velocity of a drop that was pushed out what leads into the wall, against the wall's own. */
  private stopAtWall(at: number, obstacles: LiquidObstacles): void {
    const { before, wall } = this;
    const { positions, velocities } = this.particles;
    let square = 0;
    let inwards = 0;
    writeVelocity(this.grid, obstacles.velocity, positions, at, wall);
    for (let a = 0; a < 3; a++) {
      const way = positions[at + a] - before[at + a];
      square += way * way;
      inwards += (velocities[at + a] - wall[a]) * way;
    }
    if (square === 0 || inwards >= 0) return;
    for (let a = 0; a < 3; a++) velocities[at + a] -= (inwards * (positions[at + a] - before[at + a])) / square;
  }

  /** Gives the drops that are in liquid back to it. Gives the m3 that came to it. */
  land({ phi, velocity }: LandingPlace): number {
    const { grid, particles, samples, dropVolume } = this;
    const { positions, count } = particles;
    this.makeFlags();
    for (let p = 0; p < count; p++) {
      const isIn = samples.at(phi, positions, 3 * p) < 0;
      this.flags[p] = isIn ? 1 : 0;
      if (isIn) landDrop(grid, phi, velocity, particles, p, dropVolume);
    }
    return this.volumeOf(particles.remove(this.flags));
  }

  /**
   * Makes liquid of the drops of cells that hold a cell's worth of them: a ball of their volume around their middle, with their mean velocity. phi is no
   * distance there afterwards. Gives the m3 that came to the liquid.
   */
  gather({ phi, velocity }: LandingPlace): number {
    const { grid, particles, counts, perCell } = this;
    if (particles.count < perCell) return 0;
    this.makeFlags();
    counts.fill(0);
    let full = 0;
    for (let p = 0; p < particles.count; p++) if (++counts[this.cellOf(p)] === perCell) full++;
    if (full === 0) return 0;
    grid.forEach((c, i, j, k) => {
      if (counts[c] >= perCell) this.makeBall(c, [i, j, k], { phi, velocity });
    });
    for (let p = 0; p < particles.count; p++) this.flags[p] = counts[this.cellOf(p)] >= perCell ? 1 : 0;
    return this.volumeOf(particles.remove(this.flags));
  }

  /** Makes a ball at `place` of the drops of a cell. */
  private makeBall(cell: number, place: readonly number[], { phi, velocity }: LandingPlace): void {
    const { grid, particles, counts, dropVolume } = this;
    const middle = [0, 0, 0];
    const speed = [0, 0, 0];
    for (let p = 0; p < particles.count; p++) {
      if (this.cellOf(p) !== cell) continue;
      for (let a = 0; a < 3; a++) {
        middle[a] += particles.positions[3 * p + a] / counts[cell];
        speed[a] += particles.velocities[3 * p + a] / counts[cell];
      }
    }
    for (let a = 0; a < 3; a++) {
      const stride = grid.strides[a];
      // Faces beside liquid keep its velocity.
      if (phi[cell - stride] >= 0) velocity[a][cell] = speed[a];
      if (phi[cell + stride] >= 0) velocity[a][cell + stride] = speed[a];
    }
    const radius = Math.cbrt((0.75 * counts[cell] * dropVolume) / Math.PI);
    for (let n = 0; n < 27; n++) {
      const at = [(n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1].map((step, a) => step + place[a]);
      if (at.some((index, a) => index < 0 || index >= grid.counts[a])) continue;
      const c = grid.index(at[0], at[1], at[2]);
      const [x, y, z] = at.map((index, a) => grid.origin[a] + (index + 0.5) * grid.h - middle[a]);
      phi[c] = Math.min(phi[c], hypot3(x, y, z) - radius);
    }
  }

  private makeFlags(): void {
    const { count } = this.particles;
    if (this.flags.length < count) this.flags = new Uint8Array(2 * count);
  }

  private cellOf(p: number): number {
    const { grid } = this;
    const { positions } = this.particles;
    const along = (axis: number) => {
      const place = Math.floor((positions[3 * p + axis] - grid.origin[axis]) / grid.h);
      return Math.min(Math.max(place, 0), grid.counts[axis] - 1);
    };
    return grid.index(along(0), along(1), along(2));
  }
}

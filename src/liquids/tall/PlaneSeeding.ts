import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import { writeVelocity } from '../transport/moveParticles.ts';
import { scrambled, shareOfWord } from '../scrambled.ts';
import type { GridLiquid } from '../uniform/GridLiquid.ts';
import { FLOODED } from './FloodedTransport.ts';

/** Particles below which a full cell gets more, and how many it has then. */
const FEW = 4;
const REFILLED = 6;

/** Fills the layers above the plane with particles where water has welled up, which stand for no volume of their own: so a frame shows no hole there. */
export class PlaneSeeding {
  private readonly liquid: GridLiquid;
  private readonly scatter: number;
  private readonly counts: Uint16Array;
  private readonly point = new Float64Array(3);
  private readonly u = new Float64Array(3);

  /** Another seed scatters particles at other random places. */
  constructor(liquid: GridLiquid, seed: number) {
    const [nx, , nz] = liquid.grid.counts;
    this.liquid = liquid;
    this.scatter = scrambled(seed);
    this.counts = new Uint16Array(nx * FLOODED * nz);
  }

  /** Fills the cells with few particles, which move as the faces around them do. */
  fill(): void {
    const { liquid, counts } = this;
    const { grid, particles, fluidFraction } = liquid;
    const [nx, , nz] = grid.counts;
    this.count(particles);
    for (let k = 0, at = 0; k < nz; k++) {
      for (let j = 0; j < FLOODED; j++) {
        for (let i = 0; i < nx; i++, at++) {
          if (counts[at] >= FEW || fluidFraction[grid.index(i, j, k)] < 1) continue;
          for (let n = counts[at]; n < REFILLED; n++) this.seed(i, j, k);
        }
      }
    }
  }

  private count({ positions, count }: LiquidParticles): void {
    const { counts, liquid } = this;
    const { counts: cells, origin, h } = liquid.grid;
    const top = origin[1] + FLOODED * h;
    counts.fill(0);
    for (let at = 0; at < 3 * count; at += 3) {
      if (!(positions[at + 1] < top)) continue;
      const i = Math.min(Math.max(Math.floor((positions[at] - origin[0]) / h), 0), cells[0] - 1);
      const j = Math.min(Math.max(Math.floor((positions[at + 1] - origin[1]) / h), 0), FLOODED - 1);
      const k = Math.min(Math.max(Math.floor((positions[at + 2] - origin[2]) / h), 0), cells[2] - 1);
      counts[i + cells[0] * (j + FLOODED * k)]++;
    }
  }

  private seed(i: number, j: number, k: number): void {
    const { liquid, point, u } = this;
    const { grid, particles, velocity } = liquid;
    const { origin, h } = grid;
    const word = scrambled(grid.index(i, j, k) ^ scrambled(particles.nextId) ^ this.scatter);
    point[0] = origin[0] + (i + shareOfWord(word)) * h;
    point[1] = origin[1] + (j + shareOfWord(scrambled(word + 1))) * h;
    point[2] = origin[2] + (k + shareOfWord(scrambled(word + 2))) * h;
    writeVelocity(grid, velocity, point, 0, u);
    particles.addSeed(point[0], point[1], point[2]);
    particles.velocities.set(u, 3 * particles.count - 3);
  }
}

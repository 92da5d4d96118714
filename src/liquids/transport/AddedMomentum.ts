import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { LiquidParticles } from './LiquidParticles.ts';
import { gridPlace } from './ParticleTransfer.ts';

/** Weight of particles at a face below which they say nothing of its velocity. */
const LEAST_WEIGHT = 1e-9;

/** Gives faces the velocity of particles that were added, by their share in all particles around. */
export class AddedMomentum {
  private readonly grid: CellGrid;
  /** Weights and weighted velocities of the particles that were added, and weights of all particles. Allocated when the first are added. */
  private sums: readonly [added: Float64Array, momentum: Float64Array, all: Float64Array] | undefined;

  constructor(grid: CellGrid) {
    this.grid = grid;
  }

  /** Changes `velocity`, on faces whose `carried` is a number, around particles whose number is `first` or later; `box` holds all faces around particles. */
  give(particles: LiquidParticles, first: number, velocity: FaceArrays, carried: FaceArrays, box: CellBox): void {
    const { ids, count, velocities } = particles;
    const { grid } = this;
    let isAny = false;
    for (let p = count - 1; p >= 0 && !isAny; p--) isAny = ids[p] >= first;
    if (!isAny) return;
    this.sums ??= [new Float64Array(grid.size), new Float64Array(grid.size), new Float64Array(grid.size)];
    const [added, momentum, all] = this.sums;
    for (const axis of [0, 1, 2] as const) {
      for (const sum of this.sums) box.fill(sum, 0);
      for (let p = 0; p < count; p++) {
        const isNew = ids[p] >= first;
        this.forEachFace(particles, p, axis, (c, w) => {
          all[c] += w;
          if (!isNew) return;
          added[c] += w;
          momentum[c] += w * velocities[3 * p + axis];
        });
      }
      const [u, own] = [velocity[axis], carried[axis]];
      box.forEachRow((begin, end) => {
        for (let c = begin; c < end; c++) {
          if (added[c] > LEAST_WEIGHT && !Number.isNaN(own[c])) u[c] += (momentum[c] - added[c] * u[c]) / all[c];
        }
      });
    }
  }

  /** The faces across `axis` around a particle with its trilinear weights. */
  private forEachFace(
    { positions }: LiquidParticles,
    p: number,
    axis: 0 | 1 | 2,
    visit: (c: number, weight: number) => void,
  ): void {
    const { grid } = this;
    const [, sy, sz] = grid.strides;
    const x = gridPlace(grid, positions[3 * p], 0, axis);
    const y = gridPlace(grid, positions[3 * p + 1], 1, axis);
    const z = gridPlace(grid, positions[3 * p + 2], 2, axis);
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    for (let corner = 0; corner < 8; corner++) {
      const [a, b, d] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const weight = (1 - Math.abs(i + a - x)) * (1 - Math.abs(j + b - y)) * (1 - Math.abs(k + d - z));
      visit(i + a + (j + b) * sy + (k + d) * sz, weight);
    }
  }
}

import { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { faceArrays } from '../CellGrid.ts';
import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { LiquidParticles } from './LiquidParticles.ts';

/** Weight of particles at a face below which they say nothing of its velocity. */
const LEAST_WEIGHT = 1e-9;
const NONE = new Float64Array(0);

/** A transfer between the velocities of particles and those of faces; keeps between the two calls of a substep what it needs. */
export interface ParticleFaceTransfer {
  /** Whether velocities and gradients of particles are those of the faces around them and nothing else: what `ParticleTransfer` does. */
  readonly forgets: boolean;
  /** velocity and `valid` (1 where particles say something) of every face in a box from the particles, all of the same mass; they reach nothing else. */
  toGrid(particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void;
  /** Velocities of the particles that `toGrid` saw, from what has become of the faces, which have none outside of a box. */
  toParticles(velocity: FaceArrays, particles: LiquidParticles, box: CellBox): void;
  /** Velocities of the particles from `first` on, which are new. */
  start(velocity: FaceArrays, particles: LiquidParticles, first: number, box: CellBox): void;
}

/**
 * Carries momentum between particles and the faces of a grid by trilinear weights, with the gradient of the velocity, so that a rigid or linear motion
 * comes back as it was (the affine particle-in-cell method, Jiang et al. 2015, on staggered faces).
 */
export class ParticleTransfer implements ParticleFaceTransfer {
  readonly forgets = true;
  private readonly grid: CellGrid;
  private readonly kernel: LiquidKernel | undefined;
  private readonly weights: FaceArrays;

  /** Creates the transfer; the kernel of the liquid gives the same bytes. */
  constructor(grid: CellGrid, kernel?: LiquidKernel) {
    this.grid = grid;
    this.kernel = kernel;
    this.weights = kernel === undefined ? faceArrays(grid) : [NONE, NONE, NONE];
  }

  toGrid(
    particles: LiquidParticles,
    velocity: FaceArrays,
    valid: readonly Uint8Array[],
    box = new CellBox(this.grid),
  ): void {
    if (this.kernel !== undefined) {
      this.kernel.toGrid(particles, velocity, valid, LEAST_WEIGHT, box);
      return;
    }
    for (let axis = 0; axis < 3; axis++) {
      const u = velocity[axis];
      const weight = this.weights[axis];
      box.fill(u, 0);
      box.fill(weight, 0);
      for (let p = 0; p < particles.count; p++) this.spread(particles, p, axis, u, weight);
      box.fill(valid[axis], 0);
      box.forEach(
        (c) => {
          const says = weight[c] > LEAST_WEIGHT;
          valid[axis][c] = says ? 1 : 0;
          u[c] = says ? u[c] / weight[c] : 0;
        },
        axis as 0 | 1 | 2,
      );
    }
  }

  /** Velocities and gradients of the particles from the faces. */
  toParticles(velocity: FaceArrays, particles: LiquidParticles, box = new CellBox(this.grid)): void {
    this.start(velocity, particles, 0, box);
  }

  start(velocity: FaceArrays, particles: LiquidParticles, first: number, box: CellBox): void {
    if (this.kernel !== undefined) {
      this.kernel.toParticles(velocity, particles, first, box);
      return;
    }
    for (let p = first; p < particles.count; p++) {
      for (let axis = 0; axis < 3; axis++) this.gather(velocity[axis], particles, p, axis);
    }
  }

  private spread(particles: LiquidParticles, p: number, axis: number, u: Float64Array, weight: Float64Array): void {
    const { grid } = this;
    const { positions, velocities, gradients } = particles;
    const [, sy, sz] = grid.strides;
    const x = gridPlace(grid, positions[3 * p], 0, axis);
    const y = gridPlace(grid, positions[3 * p + 1], 1, axis);
    const z = gridPlace(grid, positions[3 * p + 2], 2, axis);
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = Math.floor(z);
    const g = 9 * p + 3 * axis;
    const h = grid.h;
    for (let corner = 0; corner < 8; corner++) {
      const a = corner & 1;
      const b = (corner >> 1) & 1;
      const d = corner >> 2;
      const dx = i + a - x;
      const dy = j + b - y;
      const dz = k + d - z;
      const w = (1 - Math.abs(dx)) * (1 - Math.abs(dy)) * (1 - Math.abs(dz));
      const c = i + a + (j + b) * sy + (k + d) * sz;
      const away = gradients[g] * dx + gradients[g + 1] * dy + gradients[g + 2] * dz;
      u[c] += w * (velocities[3 * p + axis] + h * away);
      weight[c] += w;
    }
  }

  private gather(u: Float64Array, particles: LiquidParticles, p: number, axis: number): void {
    const { grid } = this;
    const { positions, velocities, gradients } = particles;
    const [, sy, sz] = grid.strides;
    const x = gridPlace(grid, positions[3 * p], 0, axis);
    const y = gridPlace(grid, positions[3 * p + 1], 1, axis);
    const z = gridPlace(grid, positions[3 * p + 2], 2, axis);
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = Math.floor(z);
    const a = x - i;
    const b = y - j;
    const d = z - k;
    const c = i + j * sy + k * sz;
    const low = bilinear(u, c, sy, sz, b, d);
    const high = bilinear(u, c + 1, sy, sz, b, d);
    velocities[3 * p + axis] = low + a * (high - low);
    const g = 9 * p + 3 * axis;
    gradients[g] = (high - low) / grid.h;
    gradients[g + 1] = (bilinear(u, c + sy, 1, sz, a, d) - bilinear(u, c, 1, sz, a, d)) / grid.h;
    gradients[g + 2] = (bilinear(u, c + sz, 1, sy, a, b) - bilinear(u, c, 1, sy, a, b)) / grid.h;
  }
}

/** Interpolates between the four numbers at c, c + first, c + second and c + both. */
export function bilinear(u: Float64Array, c: number, first: number, second: number, s: number, t: number): number {
  const low = u[c] + s * (u[c + first] - u[c]);
  const high = u[c + second] + s * (u[c + first + second] - u[c + second]);
  return low + t * (high - low);
}

/** Place along `axis` among the faces across `faces`, in cells, as indices count: 0 is the layer's; kept where there are faces on both sides. */
export function gridPlace(grid: CellGrid, x: number, axis: number, faces: number): number {
  const place = (x - grid.origin[axis]) / grid.h + (axis === faces ? 1 : 0.5);
  return Math.min(Math.max(place, 0), grid.counts[axis] + 0.999999);
}

import type { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import { fillLayer } from '../uniform/extrapolateVelocity.ts';
import type { LiquidParticles } from './LiquidParticles.ts';
import { writeVelocity } from './moveParticles.ts';
import { type ParticleFaceTransfer, ParticleTransfer } from './ParticleTransfer.ts';

/**
 * Fluid-implicit particles (Brackbill and Ruppel 1986; Zhu and Bridson 2005): a particle keeps its velocity and takes the change of the faces around it,
 * v <- flip (v + change) + (1 - flip) u. With flip 0 this is the particle-in-cell method of Harlow 1955. Particles have no gradients.
 */
export class FlipTransfer implements ParticleFaceTransfer {
  readonly forgets = false;
  private readonly grid: CellGrid;
  private readonly flip: number;
  private readonly transfer: ParticleTransfer;
  /** Velocities of the faces as the particles made them; then what has changed since. */
  private readonly before: FaceArrays;
  private readonly now = new Float64Array(3);
  private readonly change = new Float64Array(3);

  /** `flip`: share of the change of velocities, 0 to 1. */
  constructor(grid: CellGrid, flip: number, kernel?: LiquidKernel) {
    this.grid = grid;
    this.flip = flip;
    this.transfer = new ParticleTransfer(grid, kernel);
    this.before = faceArrays(grid);
  }

  toGrid(particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void {
    particles.gradients.fill(0, 0, 9 * particles.count);
    this.transfer.toGrid(particles, velocity, valid, box);
    for (const axis of [0, 1, 2] as const) {
      box.copy(velocity[axis], this.before[axis]);
      // Particles at a wall reach into the layer outside, which is filled like this when velocities have changed.
      fillLayer(this.grid, this.before[axis], axis, box);
    }
  }

  toParticles(velocity: FaceArrays, particles: LiquidParticles, box: CellBox): void {
    const { grid, before, now, change, flip } = this;
    const { positions, velocities } = particles;
    // All faces around a particle were made by it among others.
    for (let axis = 0; axis < 3; axis++) subtractFrom(box, before[axis], velocity[axis]);
    for (let at = 0; at < 3 * particles.count; at += 3) {
      writeVelocity(grid, velocity, positions, at, now);
      writeVelocity(grid, before, positions, at, change);
      for (let axis = 0; axis < 3; axis++) {
        velocities[at + axis] = flip * (velocities[at + axis] + change[axis]) + (1 - flip) * now[axis];
      }
    }
  }

  start(velocity: FaceArrays, particles: LiquidParticles, first: number): void {
    for (let at = 3 * first; at < 3 * particles.count; at += 3) {
      writeVelocity(this.grid, velocity, particles.positions, at, this.now);
      particles.velocities.set(this.now, at);
    }
  }
}

/** a <- b - a. */
function subtractFrom(box: CellBox, a: Float64Array, b: Float64Array): void {
  box.forEachRow((begin, end) => {
    for (let c = begin; c < end; c++) a[c] = b[c] - a[c];
  });
}

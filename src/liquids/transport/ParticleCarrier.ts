import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { CarrierStep, LiquidCarrier } from '../LiquidCarrier.ts';
import type { ClosedSides } from '../LiquidObstacles.ts';
import { fastestOf, type LiquidParticles } from './LiquidParticles.ts';
import { moveParticles } from './moveParticles.ts';
import { ParticleDistance } from './ParticleDistance.ts';
import { ParticleSeeding } from './ParticleSeeding.ts';
import type { ParticleFaceTransfer } from './ParticleTransfer.ts';

/** Where the surface of particles is. */
export interface ParticleSurface {
  /** phi <- distance to it at the centres, m, negative inside. */
  measure(particles: LiquidParticles, phi: Float64Array): void;
}

/** A liquid that is its particles. */
export class ParticleCarrier implements LiquidCarrier {
  readonly ofParticles = true;
  private readonly grid: CellGrid;
  private readonly transfer: ParticleFaceTransfer;
  private readonly kernel: LiquidKernel | undefined;
  private readonly surface: ParticleSurface;
  private readonly seeding: ParticleSeeding;

  /** With a kernel, of the same grid and sides, the bytes are the same. `surface`: `ParticleDistance` where left out. */
  constructor(
    grid: CellGrid,
    transfer: ParticleFaceTransfer,
    closedSides: ClosedSides,
    kernel?: LiquidKernel,
    surface: ParticleSurface = new ParticleDistance(grid, closedSides, kernel),
  ) {
    this.grid = grid;
    this.transfer = transfer;
    this.kernel = kernel;
    this.surface = surface;
    this.seeding = new ParticleSeeding(grid, closedSides, kernel);
  }

  measure(particles: LiquidParticles, phi: Float64Array): void {
    this.surface.measure(particles, phi);
  }

  toGrid(particles: LiquidParticles, velocity: FaceArrays, known: readonly Uint8Array[]): void {
    this.transfer.toGrid(particles, velocity, known);
  }

  move(particles: LiquidParticles, step: CarrierStep): number {
    const { grid, transfer, kernel } = this;
    const { velocity, phi, obstacles, dt } = step;
    if (transfer.forgets && kernel !== undefined) {
      this.seeding.reseed(particles, phi, obstacles.freeShare, true);
      step.begin();
      kernel.carry(velocity, particles, dt);
      return 0;
    }
    transfer.toParticles(velocity, particles);
    transfer.start(velocity, particles, this.seeding.reseed(particles, phi, obstacles.freeShare));
    step.begin();
    if (kernel === undefined) moveParticles(grid, velocity, particles, dt);
    else kernel.move(velocity, particles, dt);
    return 0;
  }

  fastest(particles: LiquidParticles): number {
    return this.kernel?.fastest(particles) ?? fastestOf(particles);
  }
}

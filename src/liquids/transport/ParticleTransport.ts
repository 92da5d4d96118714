import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { TransportSolids, TransportStep, TransportScheme } from './TransportScheme.ts';
import type { AdvectedLiquid } from '../LiquidTransport.ts';
import { fastestOf, type LiquidParticles } from './LiquidParticles.ts';
import { moveParticles } from './moveParticles.ts';
import { ParticleDistance } from './ParticleDistance.ts';
import { ParticleSeeding } from './ParticleSeeding.ts';
import type { ParticleFaceTransfer } from './ParticleTransfer.ts';

/** The surface of particles. */
export interface ParticleSurface {
  /** phi <- distance to it at the centres, m, negative inside, within a box that holds all that particles reach. */
  measure(particles: LiquidParticles, phi: Float64Array, box: CellBox): void;
}

/** A liquid that is its particles. */
export class ParticleTransport implements TransportScheme {
  readonly particlesShareVolume = true;
  private readonly grid: CellGrid;
  private readonly transfer: ParticleFaceTransfer;
  private readonly kernel: LiquidKernel | undefined;
  private readonly surface: ParticleSurface;
  private readonly seeding: ParticleSeeding;

  /** Makes the same bytes with a kernel and without. `surface` is `ParticleDistance` where left out. */
  constructor(
    liquid: AdvectedLiquid,
    transfer: ParticleFaceTransfer,
    surface: ParticleSurface = new ParticleDistance(liquid.grid, liquid.closedSides, liquid.kernel),
  ) {
    const { grid, kernel } = liquid;
    this.grid = grid;
    this.transfer = transfer;
    this.kernel = kernel;
    this.surface = surface;
    this.seeding = new ParticleSeeding(liquid);
  }

  findExtent({ positions, count }: LiquidParticles, extent: CellBox): void {
    extent.includePoints(positions, count);
  }

  measure(particles: LiquidParticles, phi: Float64Array, _solids: TransportSolids, box: CellBox): void {
    this.surface.measure(particles, phi, box);
  }

  toGrid(particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void {
    this.transfer.toGrid(particles, velocity, valid, box);
  }

  move(particles: LiquidParticles, step: TransportStep): number {
    const { grid, transfer, kernel } = this;
    const { velocity, phi, obstacles, dt, box } = step;
    if (transfer.forgets && kernel !== undefined) {
      this.seeding.reseed(particles, phi, obstacles.fluidFraction, box, obstacles.parted, true);
      step.begin();
      kernel.carry(velocity, particles, dt, box);
      return 0;
    }
    transfer.toParticles(velocity, particles, box);
    transfer.start(
      velocity,
      particles,
      this.seeding.reseed(particles, phi, obstacles.fluidFraction, box, obstacles.parted),
      box,
    );
    step.begin();
    if (kernel === undefined) moveParticles(grid, velocity, particles, dt);
    else kernel.move(velocity, particles, dt, box);
    return 0;
  }

  fastest(particles: LiquidParticles): number {
    return this.kernel?.fastest(particles) ?? fastestOf(particles);
  }
}

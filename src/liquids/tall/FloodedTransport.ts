import type { SystemState } from '../../base/state/SystemState.ts';
import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import type { TransportScheme, TransportSolids, TransportStep } from '../transport/TransportScheme.ts';

/** Layers above the plane that are full of liquid whatever the particles say: where water wells up, a substep can carry all particles of two cells away. */
export const FLOODED = 2;

/** A liquid of particles on top of tall cells: the layers that follow on these are full. */
export class FloodedTransport implements TransportScheme {
  readonly particlesShareVolume: boolean;
  readonly state: SystemState | undefined;
  private readonly grid: CellGrid;
  private readonly particles: TransportScheme;

  constructor(grid: CellGrid, particles: TransportScheme) {
    this.grid = grid;
    this.particles = particles;
    this.particlesShareVolume = particles.particlesShareVolume;
    this.state = particles.state;
  }

  findExtent(particles: LiquidParticles, extent: CellBox): void {
    this.particles.findExtent(particles, extent);
    extent.includeCell(this.grid.index(0, 0, 0));
    const [nx, , nz] = this.grid.counts;
    extent.includeCell(this.grid.index(nx - 1, 0, nz - 1));
  }

  measure(particles: LiquidParticles, phi: Float64Array, solids: TransportSolids, box: CellBox): void {
    this.particles.measure(particles, phi, solids, box);
    const { grid } = this;
    const [nx, , nz] = grid.counts;
    for (let k = 0; k < nz; k++) {
      for (let j = 0; j < FLOODED; j++) {
        const row = grid.index(0, j, k);
        for (let c = row; c < row + nx; c++) phi[c] = Math.min(phi[c], -grid.h / 2);
      }
    }
  }

  toGrid(particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void {
    this.particles.toGrid(particles, velocity, valid, box);
  }

  move(particles: LiquidParticles, step: TransportStep): number {
    return this.particles.move(particles, step);
  }

  fastest(particles: LiquidParticles): number {
    return this.particles.fastest(particles);
  }
}

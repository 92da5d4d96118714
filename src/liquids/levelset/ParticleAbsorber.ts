import { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { TransportSolids } from '../transport/TransportScheme.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import { ParticleDistance } from '../transport/ParticleDistance.ts';
import { ParticleTransfer } from '../transport/ParticleTransfer.ts';
import type { ParticleLevelSet } from './ParticleLevelSet.ts';

interface Absorbing {
  readonly surface: ParticleLevelSet;
  readonly velocity: FaceArrays;
}

/** Makes particles part of a level set: their surface joins its own, their velocities those of faces that had no liquid. */
export class ParticleAbsorber {
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.grid = grid;
    this.closedSides = closedSides;
  }

  /** Takes all particles. */
  absorb(particles: LiquidParticles, { surface, velocity }: Absorbing, solids: TransportSolids): void {
    if (particles.count === 0) return;
    const { grid } = this;
    const { phi } = surface;
    const own = new Float64Array(grid.size);
    new ParticleDistance(grid, this.closedSides).measure(particles, own);
    solids.extend(own, new CellBox(grid), new CellBox(grid));
    this.takeVelocity(particles, phi, velocity);
    grid.forEach((c) => (phi[c] = Math.min(phi[c], own[c])));
    surface.redistance(solids.obstacles);
    surface.findExtent();
    particles.remove(new Uint8Array(particles.count).fill(1));
  }

  private takeVelocity(particles: LiquidParticles, phi: Float64Array, velocity: FaceArrays): void {
    const { grid } = this;
    const given = faceArrays(grid);
    const valid = given.map(() => new Uint8Array(grid.size));
    new ParticleTransfer(grid).toGrid(particles, given, valid);
    for (const axis of [0, 1, 2] as const) {
      const stride = grid.strides[axis];
      grid.forEach((c) => {
        if (valid[axis][c] === 0 || Math.min(phi[c], phi[c - stride]) < 0) return;
        velocity[axis][c] = given[axis][c];
      }, axis);
    }
  }
}

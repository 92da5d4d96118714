import { SystemState } from '../../base/state/SystemState.ts';
import type { CellBox } from '../CellBox.ts';
import { type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { TransportSolids, TransportStep, TransportScheme } from './TransportScheme.ts';
import type { AdvectedLiquid } from '../LiquidTransport.ts';
import { AddedMomentum } from './AddedMomentum.ts';
import type { AdvectionScheme } from './advectionScheme.ts';
import { ADVECTED, FaceAdvection } from './FaceAdvection.ts';
import type { LiquidParticles } from './LiquidParticles.ts';
import { ParticleTransport } from './ParticleTransport.ts';
import { ParticleTransfer } from './ParticleTransfer.ts';
import { UnionOfSpheres } from './UnionOfSpheres.ts';

interface MarkerSettings {
  readonly advection: AdvectionScheme;
  /** Radius of the spheres, in cells. */
  readonly radius: number;
}

/**
 * A liquid whose velocity is that of faces, advected by itself, and whose particles only mark where it is: the union of spheres around them (Zarifi
 * 2017, 4.3 and 4.5). Faces that no velocity was advected to, as at first and around drops that fly by themselves, take that of the particles around, which is what it
 * was where they came from; particles that were added give theirs by the share that they have in those around a face.
 */
export class MarkerTransport implements TransportScheme {
  readonly particlesShareVolume = true;
  readonly state: SystemState;
  private readonly markers: ParticleTransport;
  private readonly advection: FaceAdvection;
  private readonly addedMomentum: AddedMomentum;
  /** Velocity between substeps, m/s; NaN where none was advected. */
  private readonly velocity: FaceArrays;
  /** Particles with this number and later ones have been added since. */
  private seen = 0;

  constructor(liquid: AdvectedLiquid, { advection, radius }: MarkerSettings) {
    const { grid, closedSides, kernel } = liquid;
    const surface = new UnionOfSpheres(grid, closedSides, radius);
    this.markers = new ParticleTransport(liquid, new ParticleTransfer(grid, kernel), surface);
    this.advection = new FaceAdvection(grid, advection);
    this.addedMomentum = new AddedMomentum(grid);
    this.velocity = faceArrays(grid);
    for (const u of this.velocity) u.fill(NaN);
    const [u, v, w] = this.velocity;
    this.state = new SystemState()
      .array('u', u)
      .array('v', v)
      .array('w', w)
      .number(
        'seen',
        () => this.seen,
        (seen) => (this.seen = seen),
      );
  }

  findExtent(particles: LiquidParticles, extent: CellBox): void {
    this.markers.findExtent(particles, extent);
  }

  measure(particles: LiquidParticles, phi: Float64Array, solids: TransportSolids, box: CellBox): void {
    this.markers.measure(particles, phi, solids, box);
  }

  toGrid(particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void {
    this.markers.toGrid(particles, velocity, valid, box);
    for (const axis of [0, 1, 2] as const) {
      const [u, own] = [velocity[axis], this.velocity[axis]];
      const validHere = valid[axis];
      box.forEachRow((begin, end) => {
        for (let c = begin; c < end; c++) if (validHere[c] === 1 && !Number.isNaN(own[c])) u[c] = own[c];
      });
    }
    this.addedMomentum.give(particles, this.seen, velocity, this.velocity, box);
  }

  move(particles: LiquidParticles, step: TransportStep): number {
    this.advection.advect(step, this.velocity);
    for (const axis of [0, 1, 2] as const) forgetBeyond(step.box, this.velocity[axis], step.valid[axis]);
    const lost = this.markers.move(particles, step);
    this.seen = particles.nextId;
    return lost;
  }

  fastest(particles: LiquidParticles): number {
    return this.markers.fastest(particles);
  }
}

/** NaN on faces that were not advected. */
function forgetBeyond(box: CellBox, u: Float64Array, valid: Uint8Array): void {
  box.forEachRow((begin, end) => {
    for (let c = begin; c < end; c++) if (valid[c] === 0 || valid[c] > ADVECTED) u[c] = NaN;
  });
}

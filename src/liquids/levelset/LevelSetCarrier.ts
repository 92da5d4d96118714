import type { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { CarrierSolids, CarrierState, CarrierStep, LiquidCarrier } from '../LiquidCarrier.ts';
import type { ClosedSides, LiquidObstacles } from '../LiquidObstacles.ts';
import type { CarriedLiquid } from '../LiquidTransport.ts';
import { SprayDrops } from '../spray/SprayDrops.ts';
import type { AdvectionScheme } from '../transport/advectionScheme.ts';
import { FaceAdvection } from '../transport/FaceAdvection.ts';
import { fastestOf, type LiquidParticles } from '../transport/LiquidParticles.ts';
import { ParticleAbsorber } from './ParticleAbsorber.ts';
import { ParticleLevelSet } from './ParticleLevelSet.ts';
import { joinRegion, takeRegion } from './regionEdits.ts';

/**
 * A liquid that is a level set with markers and the velocities of faces (Enright, Marschner and Fedkiw 2002; Irving 2007, 5.4). Particles that are added
 * to the liquid become part of it.
 */
export class LevelSetCarrier implements LiquidCarrier {
  readonly ofParticles = false;
  readonly levelSet = this;
  readonly surface: ParticleLevelSet;
  /** Between substeps, m/s. */
  readonly velocity: FaceArrays;
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly advection: FaceAdvection;
  private readonly absorber: ParticleAbsorber;
  /** What has left the surface, where that is kept. */
  readonly drops: SprayDrops | undefined;

  /** `markers`: of a cell beside the surface; `advection`: of the velocities. */
  constructor(
    { grid, closedSides, sprayDistance }: CarriedLiquid,
    { markers, advection }: { readonly markers: number; readonly advection: AdvectionScheme },
  ) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.surface = new ParticleLevelSet(grid, closedSides, markers);
    this.velocity = faceArrays(grid);
    this.advection = new FaceAdvection(grid, advection);
    this.absorber = new ParticleAbsorber(grid, closedSides);
    if (sprayDistance !== undefined) {
      this.drops = new SprayDrops(grid, this.surface.samples, sprayDistance, markers);
    }
  }

  findExtent(_particles: LiquidParticles, extent: CellBox): void {
    extent.cover();
  }

  measure(particles: LiquidParticles, phi: Float64Array, solids: CarrierSolids): void {
    this.absorber.absorb(particles, this, solids);
    phi.set(this.surface.phi);
  }

  /**
   * Joins a region of which there are up to `most`, m3, and that moves at `velocity`, m/s. `distance`: to it at the centres, m, negative inside.
   * @returns m3 that came to the liquid.
   */
  join(distance: Float64Array, obstacles: LiquidObstacles, most: number, velocity: ArrayLike<number>): number {
    const liquid = { phi: this.surface.phi, velocity: this.velocity };
    const gained = joinRegion(this.grid, liquid, distance, obstacles.freeShare, most, velocity);
    if (gained > 0) this.surface.redistance(obstacles);
    return gained;
  }

  /** Takes a region away, of which up to `most`, m3. Gives the m3 taken. */
  take(distance: Float64Array, obstacles: LiquidObstacles, most: number): number {
    const lost = takeRegion(this.grid, this.surface.phi, distance, obstacles.freeShare, most);
    if (lost > 0) this.surface.redistance(obstacles);
    return lost;
  }

  toGrid(_particles: LiquidParticles, velocity: FaceArrays, known: readonly Uint8Array[]): void {
    const { grid, surface } = this;
    const { phi } = surface;
    for (const axis of [0, 1, 2] as const) {
      const stride = grid.strides[axis];
      const own = this.velocity[axis];
      known[axis].fill(0);
      velocity[axis].fill(0);
      grid.forEach((c) => {
        if (phi[c] >= 0 && phi[c - stride] >= 0) return;
        known[axis][c] = 1;
        velocity[axis][c] = own[c];
      }, axis);
    }
  }

  move(_particles: LiquidParticles, step: CarrierStep): number {
    const { velocity, known, obstacles, dt } = step;
    const { surface, drops } = this;
    const lost = this.outflow(velocity) * dt;
    for (const axis of [0, 1, 2] as const) clearUnknown(velocity[axis], known[axis]);
    this.advection.carry(step, this.velocity);
    const flying = drops?.volume ?? 0;
    surface.move(velocity, obstacles, dt, drops);
    const released = (drops?.volume ?? 0) - flying;
    const returned = this.moveDrops(step);
    surface.markers.tend(surface.phi, obstacles.freeShare);
    return lost + released - returned;
  }

  /** Gives the m3 of drops that became part of the liquid. */
  private moveDrops(step: CarrierStep): number {
    const { drops, surface } = this;
    if (drops === undefined) return 0;
    drops.move(step);
    const place = { phi: surface.phi, velocity: this.velocity };
    const landed = drops.land(place);
    const gathered = drops.gather(place);
    if (gathered > 0) surface.redistance(step.obstacles);
    return landed + gathered;
  }

  fastest(particles: LiquidParticles): number {
    const { grid, velocity, surface, drops } = this;
    const { phi } = surface;
    const [u, v, w] = velocity;
    const [, sy, sz] = grid.strides;
    let most = Math.max(fastestOf(particles), drops === undefined ? 0 : fastestOf(drops.particles));
    grid.forEach((c) => {
      if (phi[c] >= 0) return;
      const x = Math.max(Math.abs(u[c]), Math.abs(u[c + 1]));
      const y = Math.max(Math.abs(v[c]), Math.abs(v[c + sy]));
      const z = Math.max(Math.abs(w[c]), Math.abs(w[c + sz]));
      most = Math.max(most, hypot3(x, y, z));
    });
    return most;
  }

  state(): CarrierState {
    const { phi, markers } = this.surface.state();
    const [u, v, w] = this.velocity;
    return {
      phi,
      u: u.slice(),
      v: v.slice(),
      w: w.slice(),
      markers: markers.positions,
      radii: markers.radii,
      seeds: Float64Array.of(markers.seeds),
      ...this.drops?.state(),
    };
  }

  restore(state: CarrierState): void {
    const { phi, u, v, w, markers, radii, seeds } = state;
    const positions = Float64Array.from(markers);
    this.surface.restore({
      phi: Float64Array.from(phi),
      markers: { positions, radii: Float32Array.from(radii), seeds: seeds[0] },
    });
    [u, v, w].forEach((values, axis) => this.velocity[axis].set(values));
    this.drops?.restore(state);
  }

  /** Through sides that are open, m3/s: where there is liquid beside them. */
  private outflow(velocity: FaceArrays): number {
    const { grid, closedSides, surface } = this;
    let flow = 0;
    for (const axis of [0, 1, 2] as const) {
      const [low, high] = closedSides[axis];
      if (low && high) continue;
      const stride = grid.strides[axis];
      const last = grid.counts[axis] - 1;
      grid.forEach((c, i, j, k) => {
        const at = axis === 0 ? i : axis === 1 ? j : k;
        const share = Math.min(1, Math.max(0, 0.5 - surface.phi[c] / grid.h));
        if (share === 0) return;
        if (at === 0 && !low) flow += share * Math.max(0, -velocity[axis][c]);
        if (at === last && !high) flow += share * Math.max(0, velocity[axis][c + stride]);
      });
    }
    return flow * grid.h * grid.h;
  }
}

/** Faces that no liquid is near stand still. */
function clearUnknown(u: Float64Array, known: Uint8Array): void {
  for (let c = 0; c < u.length; c++) if (known[c] === 0) u[c] = 0;
}

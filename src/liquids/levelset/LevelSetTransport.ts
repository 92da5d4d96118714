import { SystemState } from '../../base/state/SystemState.ts';
import type { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { StoredLevelSet, TransportSolids, TransportStep, TransportScheme } from '../transport/TransportScheme.ts';
import type { ClosedSides, LiquidObstacles } from '../walls/LiquidObstacles.ts';
import type { AdvectedLiquid } from '../LiquidTransport.ts';
import { SprayDrops } from '../spray/SprayDrops.ts';
import type { AdvectionScheme } from '../transport/advectionScheme.ts';
import { FaceAdvection } from '../transport/FaceAdvection.ts';
import { fastestOf, type LiquidParticles } from '../transport/LiquidParticles.ts';
import { ParticleAbsorber } from './ParticleAbsorber.ts';
import { ParticleLevelSet } from './ParticleLevelSet.ts';
import { subtractRegion, uniteRegion } from './regionEdits.ts';

/**
 * A liquid that is a level set with markers and the velocities of faces (Enright, Marschner and Fedkiw 2002; Irving 2007, 5.4). Particles that are added
 * to the liquid become part of it.
 */
export class LevelSetTransport implements TransportScheme, StoredLevelSet {
  readonly particlesShareVolume = false;
  readonly levelSet = this;
  readonly surface: ParticleLevelSet;
  readonly phi: Float64Array;
  readonly state: SystemState;
  /** Velocity between substeps, m/s. */
  readonly velocity: FaceArrays;
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly advection: FaceAdvection;
  private readonly absorber: ParticleAbsorber;
  /** What has left the surface, where that is kept. */
  readonly drops: SprayDrops | undefined;

  /** `markers`: of a cell beside the surface; `advection`: of the velocities. */
  constructor(
    { grid, closedSides, sprayDistance, seed }: AdvectedLiquid,
    { markers, advection }: { readonly markers: number; readonly advection: AdvectionScheme },
  ) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.surface = new ParticleLevelSet(grid, closedSides, markers, seed);
    this.phi = this.surface.phi;
    this.velocity = faceArrays(grid);
    this.advection = new FaceAdvection(grid, advection);
    this.absorber = new ParticleAbsorber(grid, closedSides);
    if (sprayDistance !== undefined) {
      this.drops = new SprayDrops(grid, this.surface.samples, sprayDistance, markers);
    }
    const [u, v, w] = this.velocity;
    this.state = new SystemState()
      .array('u', u)
      .array('v', v)
      .array('w', w)
      .include('surface', this.surface.state)
      .include('drops', this.drops?.particles.state);
  }

  findExtent(particles: LiquidParticles, extent: CellBox): void {
    const flying = this.drops?.particles;
    if (particles.count > 0) extent.cover();
    if (flying !== undefined) extent.includePoints(flying.positions, flying.count);
    // Drops fly two cells in a substep, and become liquid.
    extent.grow(2);
    extent.include(this.surface.extent);
  }

  measure(particles: LiquidParticles, phi: Float64Array, solids: TransportSolids, box: CellBox): void {
    this.absorber.absorb(particles, this, solids);
    box.copy(this.surface.phi, phi);
  }

  unite(distance: Float64Array, obstacles: LiquidObstacles, most: number, velocity: ArrayLike<number>): number {
    const liquid = { phi: this.surface.phi, velocity: this.velocity };
    const gained = uniteRegion(this.grid, liquid, distance, obstacles.fluidFraction, most, velocity);
    if (gained > 0) this.redistance(obstacles);
    return gained;
  }

  subtract(distance: Float64Array, obstacles: LiquidObstacles, most: number): number {
    const lost = subtractRegion(this.grid, this.surface.phi, distance, obstacles.fluidFraction, most);
    if (lost > 0) this.redistance(obstacles);
    return lost;
  }

  /** Everywhere. */
  private redistance(obstacles: LiquidObstacles): void {
    this.surface.redistance(obstacles);
    this.surface.findExtent();
  }

  toGrid(_particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void {
    const { grid, surface } = this;
    const { phi } = surface;
    for (const axis of [0, 1, 2] as const) {
      const stride = grid.strides[axis];
      const own = this.velocity[axis];
      box.fill(valid[axis], 0);
      box.fill(velocity[axis], 0);
      box.forEach((c) => {
        if (phi[c] >= 0 && phi[c - stride] >= 0) return;
        valid[axis][c] = 1;
        velocity[axis][c] = own[c];
      }, axis);
    }
  }

  move(_particles: LiquidParticles, step: TransportStep): number {
    const { velocity, valid, obstacles, dt, box } = step;
    const { surface, drops } = this;
    const lost = this.outflow(velocity) * dt;
    for (const axis of [0, 1, 2] as const) clearInvalid(box, velocity[axis], valid[axis]);
    this.advection.advect(step, this.velocity);
    const flying = drops?.volume ?? 0;
    surface.move(velocity, obstacles, dt, drops, box);
    const released = (drops?.volume ?? 0) - flying;
    const returned = this.moveDrops(step);
    surface.markers.tend(surface.phi, obstacles.fluidFraction, box);
    surface.findExtent(box);
    return lost + released - returned;
  }

  /** Gives the m3 of drops that became part of the liquid. */
  private moveDrops(step: TransportStep): number {
    const { drops, surface } = this;
    if (drops === undefined) return 0;
    drops.move(step);
    const place = { phi: surface.phi, velocity: this.velocity };
    const landed = drops.land(place);
    const gathered = drops.gather(place);
    if (gathered > 0) surface.redistance(step.obstacles, step.box);
    return landed + gathered;
  }

  fastest(particles: LiquidParticles): number {
    const { grid, velocity, surface, drops } = this;
    const { phi, extent } = surface;
    const [u, v, w] = velocity;
    const [, sy, sz] = grid.strides;
    let most = Math.max(fastestOf(particles), drops === undefined ? 0 : fastestOf(drops.particles));
    extent.forEach((c) => {
      if (phi[c] >= 0) return;
      const x = Math.max(Math.abs(u[c]), Math.abs(u[c + 1]));
      const y = Math.max(Math.abs(v[c]), Math.abs(v[c + sy]));
      const z = Math.max(Math.abs(w[c]), Math.abs(w[c + sz]));
      most = Math.max(most, hypot3(x, y, z));
    });
    return most;
  }

  /** Returns the flow out through open sides that have liquid beside them, m3/s. */
  private outflow(velocity: FaceArrays): number {
    const { grid, closedSides, surface } = this;
    let flow = 0;
    for (const axis of [0, 1, 2] as const) {
      const [low, high] = closedSides[axis];
      if (low && high) continue;
      const stride = grid.strides[axis];
      const last = grid.counts[axis] - 1;
      surface.extent.forEach((c, i, j, k) => {
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
function clearInvalid(box: CellBox, u: Float64Array, valid: Uint8Array): void {
  box.forEachRow((begin, end) => {
    for (let c = begin; c < end; c++) if (valid[c] === 0) u[c] = 0;
  });
}

import { type CellGrid, type FaceArrays, faceArrays } from './CellGrid.ts';
import { extrapolateVelocity, fillLayer } from './extrapolateVelocity.ts';
import { type ClosedSides, LiquidObstacles } from './LiquidObstacles.ts';
import { type LiquidState, PressureProjection, type ProjectionSettings } from './pressure/PressureProjection.ts';
import { LiquidParticles, type ParticleState } from './transport/LiquidParticles.ts';
import { ParticleDistance } from './transport/ParticleDistance.ts';
import { moveParticles } from './transport/moveParticles.ts';
import { ParticleTransfer } from './transport/ParticleTransfer.ts';

/** Cells that a particle may move in a substep. */
const COURANT = 2;
/** Faces around the liquid that get a velocity, so that particles have one wherever a substep takes them. */
const LAYERS = COURANT + 2;
/** Faces whose velocity is given and goes nowhere else. */
const FIXED = 255;
export interface LiquidSettings extends ProjectionSettings {
  /** m/s2. */
  readonly gravity: readonly [number, number, number];
  /** Whether the sides of the grid are walls, low and high of each axis; open ones let liquid out. */
  readonly closedSides: ClosedSides;
}

/** What a liquid goes on from with the same bytes; arrays are copies. */
export interface LiquidCheckpoint extends ParticleState {
  /** m3 that the particles stand for. */
  readonly volume: number;
}

/**
 * A liquid of particles in a box of cells (affine particle-in-cell), among solids that move as they are told. A host sets the solids, adds or removes
 * particles and calls `substep` until its time is over, so that it may stop after each.
 */
export class LiquidSolver implements LiquidState {
  readonly particles = new LiquidParticles();
  readonly velocity: FaceArrays;
  readonly open: FaceArrays;
  readonly solidVelocity: FaceArrays;
  readonly phi: Float64Array;
  /** Of the last step. */
  substeps = 0;
  iterations = 0;
  private readonly grid: CellGrid;
  private readonly settings: LiquidSettings;
  private readonly projection: PressureProjection;
  private readonly transfer: ParticleTransfer;
  private readonly known: readonly Uint8Array[];
  private readonly distance: ParticleDistance;
  private readonly obstacles: LiquidObstacles;
  /** m3 when `knownAdded` particles had been added. */
  private knownVolume = 0;
  private knownAdded = 0;
  private solidSpeed = 0;

  constructor(grid: CellGrid, settings: LiquidSettings) {
    this.grid = grid;
    this.settings = settings;
    this.velocity = faceArrays(grid);
    this.open = faceArrays(grid);
    this.solidVelocity = faceArrays(grid);
    this.phi = new Float64Array(grid.size);
    this.projection = new PressureProjection(grid, settings);
    this.transfer = new ParticleTransfer(grid);
    this.known = this.velocity.map(() => new Uint8Array(grid.size));
    this.distance = new ParticleDistance(grid, settings.closedSides);
    this.obstacles = new LiquidObstacles(grid, settings.closedSides);
    this.obstacles.writeOpenFaces(this.open);
  }

  /**
   * Replaces the solids, from the next substep on; what is given is copied.
   * @param distance to the solids at the corners of cells, m, positive outside; none where left out.
   * @param velocity of the solids across each face, m/s: it counts where a face is not wholly open; 0 where left out. The sides of the
   *   grid rest whatever it says.
   */
  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.obstacles.setSolids(distance);
    this.obstacles.writeOpenFaces(this.open);
    for (const axis of [0, 1, 2] as const) this.takeSolidVelocity(axis, velocity?.[axis]);
    this.solidSpeed = this.fastestSolid();
  }

  /** m3 that the liquid should have: an eighth of a cell for every particle that was added. */
  get volume(): number {
    return this.knownVolume + ((this.particles.added - this.knownAdded) * this.grid.h ** 3) / 8;
  }

  /** Takes out the particles whose flag is not 0, as drains do, and their share of the volume. */
  remove(flags: Uint8Array): void {
    const { particles, volume } = this;
    const before = particles.count;
    const gone = particles.remove(flags);
    if (gone > 0) this.knowVolume((volume * (before - gone)) / before);
  }

  /** A copy of what the liquid is between substeps. The solids are not part of it. */
  state(): LiquidCheckpoint {
    return { ...this.particles.state(), volume: this.volume };
  }

  /** Goes on from what `state` gave, with the same bytes. */
  restore(state: LiquidCheckpoint): void {
    this.particles.take(state);
    this.knowVolume(state.volume);
  }

  /** Moves the liquid by `dt`, s, in as many substeps as its speed asks for. */
  advance(dt: number): void {
    this.substeps = 0;
    this.iterations = 0;
    let left = dt;
    while (left > 0) {
      const step = this.substep(left);
      left = step >= left * (1 - 1e-9) ? 0 : left - step;
      this.substeps++;
    }
  }

  /** Moves by at most `most`, s; gives the time that passed. */
  substep(most: number): number {
    const { grid, particles, velocity, settings, transfer } = this;
    const step = this.longestStep(most);
    transfer.toGrid(particles, velocity, this.known);
    this.distance.measure(particles, this.phi);
    this.obstacles.fillSolids(this.phi);
    for (let axis = 0; axis < 3; axis++) addToKnown(velocity[axis], this.known[axis], step * settings.gravity[axis]);
    // From nothing, so that what a checkpoint holds is all that counts.
    this.projection.scaledPressure.fill(0);
    this.iterations += this.projection.project(this).iterations;
    for (const axis of [0, 1, 2] as const) {
      this.chooseKnown(axis);
      extrapolateVelocity(grid, velocity[axis], this.known[axis], axis, LAYERS);
      fillLayer(grid, velocity[axis], axis);
    }
    transfer.toParticles(velocity, particles);
    moveParticles(grid, velocity, particles, step);
    this.obstacles.pushOut(particles.positions, particles.count);
    return step;
  }

  private knowVolume(volume: number): void {
    this.knownVolume = volume;
    this.knownAdded = this.particles.added;
  }

  private takeSolidVelocity(axis: 0 | 1 | 2, velocity: Float64Array | undefined): void {
    const { grid } = this;
    const solid = this.solidVelocity[axis];
    if (velocity === undefined) {
      solid.fill(0);
      return;
    }
    solid.set(velocity);
    const stride = grid.strides[axis];
    grid.forEach((c, i, j, k) => {
      const at = axis === 0 ? i : axis === 1 ? j : k;
      if (at === 0) solid[c] = 0;
      if (at === grid.counts[axis] - 1) solid[c + stride] = 0;
    });
  }

  /** Along one axis, m/s, where solids close a face at least in part. */
  private fastestSolid(): number {
    let most = 0;
    for (let axis = 0; axis < 3; axis++) {
      const speeds = this.solidVelocity[axis];
      const open = this.open[axis];
      for (let c = 0; c < open.length; c++) if (open[c] < 1) most = Math.max(most, Math.abs(speeds[c]));
    }
    return most;
  }

  private longestStep(most: number): number {
    const { particles, grid, settings } = this;
    const { velocities } = particles;
    let square = 0;
    for (let k = 0; k < 3 * particles.count; k += 3) {
      const speed = velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2;
      if (speed > square) square = speed;
    }
    // What gravity adds on the way over the cells counts too, and solids take the liquid along.
    const pull = Math.hypot(...settings.gravity);
    const speed = Math.max(Math.sqrt(square), this.solidSpeed) + Math.sqrt(pull * grid.h);
    return speed > 0 ? Math.min(most, (COURANT * grid.h) / speed) : most;
  }

  /** Which faces have the velocity of the liquid: those that it was projected on. The sides of the grid keep theirs. */
  private chooseKnown(axis: 0 | 1 | 2): void {
    const { phi, grid, settings } = this;
    const known = this.known[axis];
    const u = this.velocity[axis];
    const open = this.open[axis];
    const solid = this.solidVelocity[axis];
    const stride = grid.strides[axis];
    const first = settings.closedSides[axis][0] ? 0 : -1;
    const last = settings.closedSides[axis][1] ? grid.counts[axis] : -1;
    grid.forEach((c, i, j, k) => {
      const at = axis === 0 ? i : axis === 1 ? j : k;
      if (at === first || at === last) {
        u[c] = solid[c];
        known[c] = FIXED;
      } else known[c] = open[c] > 0 && (phi[c] < 0 || phi[c - stride] < 0) ? 1 : 0;
    }, axis);
  }
}

function addToKnown(u: Float64Array, known: Uint8Array, pull: number): void {
  for (let c = 0; c < u.length; c++) if (known[c] !== 0) u[c] += pull;
}

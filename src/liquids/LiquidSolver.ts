import { SystemState } from '../base/state/SystemState.ts';
import { hypot3 } from '../math/hypot3.ts';
import type { CellFields } from '../frames/LiquidCells.ts';
import type { LiquidKernel } from '../kernels/liquid/LiquidKernel.ts';
import type { CellBox } from './CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from './CellGrid.ts';
import { cellFields } from './cellFields.ts';
import { extrapolateVelocity, fillLayer } from './extrapolateVelocity.ts';
import type { TransportSolids, TransportScheme } from './TransportScheme.ts';
import type { LevelSetTransport } from './levelset/LevelSetTransport.ts';
import { type ClosedSides, LiquidObstacles } from './LiquidObstacles.ts';
import { DivergenceRecord } from './DivergenceRecord.ts';
import { LiquidVolume } from './LiquidVolume.ts';
import { ActiveRegion } from './ActiveRegion.ts';
import {
  type LiquidState,
  PressureProjection,
  type ProjectionReport,
  type ProjectionSettings,
} from './pressure/PressureProjection.ts';
import { SurfaceAtSolids } from './SurfaceAtSolids.ts';
import { LiquidParticles } from './transport/LiquidParticles.ts';
import { ParticleTransport } from './transport/ParticleTransport.ts';
import { WallCrossings } from './WallCrossings.ts';
import { ViscosityStep } from './viscosity/ViscosityStep.ts';
import { VortexParticles } from './vorticity/VortexParticles.ts';
import type { VortexSettings } from './vorticity/VortexSettings.ts';
import { ParticleTransfer } from './transport/ParticleTransfer.ts';

/** Most cells that a particle may move in a substep: windows and layers have room for so many. */
const COURANT = 2;
/** Faces around the liquid that get a velocity, so that particles have one wherever a substep takes them. */
const LAYERS = COURANT + 2;
/** Faces beside particles that get their velocity before pressure: cells that solids cut hold liquid, but none in reach of their last faces. */
const LAYERS_AT_SOLIDS = 2;
/** Faces whose velocity is given and goes nowhere else. */
const FIXED = 255;
export interface LiquidSettings extends ProjectionSettings {
  /** m/s2, xyz; read in every substep. */
  readonly gravity: ArrayLike<number>;
  /** Whether the sides of the grid are walls, low and high of each axis; open ones let liquid out. */
  readonly closedSides: ClosedSides;
  /** nu = mu / rho, m2/s; 0 where left out. Liquid with any sticks to solids and closed sides. */
  readonly viscosity?: number;
  /** Eddies that keep the liquid turbulent; none where left out. */
  readonly vortices?: VortexSettings;
  /** Made for the same grid and sides by one of `liquidTransports`; affine where left out. */
  readonly transport?: TransportScheme;
  /** Cells that a particle may move in a substep: 2 at most, and where left out. */
  readonly courantNumber?: number;
  /** Another seed scatters particles and vortices at other random places; 0 where left out. */
  readonly seed?: number;
  /** Kernel of the same grid and sides: it advects and moves particles faster, with the same bytes. Its maker disposes of it. */
  readonly kernel?: LiquidKernel;
}

/** Makes the velocities free of divergence in a substep of `dt`, s; `last` but for a first time that viscosity follows. */
export type Projection = (dt: number, last: boolean) => ProjectionReport;

/**
 * A liquid in a box of cells, advected by particles or by what else its transport makes of it, among solids that move as they are told. A host sets the solids, adds or removes
 * particles and calls `substep` until its time is over, so that it may stop after each.
 */
export class LiquidSolver implements LiquidState {
  readonly particles: LiquidParticles;
  /** What the liquid is between substeps. The solids are not part of it. */
  readonly state: SystemState;
  readonly velocity: FaceArrays;
  readonly open: FaceArrays;
  readonly solidVelocity: FaceArrays;
  readonly phi: Float64Array;
  /** Divergence of the last substep, 1/s: volume that it compensated. */
  expansion = 0;
  /** nu, m2/s: may change between substeps. */
  viscosity: number;
  /** Substeps of the last step. */
  substeps = 0;
  iterations = 0;
  /** What pressure solves left since it was cleared last. */
  readonly divergence = new DivergenceRecord();
  private readonly grid: CellGrid;
  private readonly settings: LiquidSettings;
  private readonly projection: PressureProjection;
  private readonly scheme: TransportScheme;
  private readonly courantNumber: number;
  readonly vortices: VortexParticles | undefined;
  /** 1 for cells in regions that liquid comes out of, for vortices that begin there. */
  atEmitters: Uint8Array | undefined;
  private readonly known: readonly Uint8Array[];
  private readonly obstacles: LiquidObstacles;
  private readonly wallCrossings: WallCrossings;
  private readonly surfaceAtSolids: SurfaceAtSolids;
  private readonly solids: TransportSolids;
  private readonly liquidVolume: LiquidVolume;
  private readonly window: ActiveRegion;
  /** What a substep works on: arrays hold nothing elsewhere. */
  readonly box: CellBox;
  private viscosityStep: ViscosityStep | undefined;
  private readonly hasOpenSides: boolean;
  /** Particles that `liquidVolume` counts. */
  private knownAdded = 0;
  /** m3 that the last substep found. */
  private measured: number | undefined;
  /** What the last projection for a substep came to. */
  private report: ProjectionReport | undefined;

  constructor(grid: CellGrid, settings: LiquidSettings) {
    this.grid = grid;
    this.settings = settings;
    this.particles = new LiquidParticles(settings.kernel?.claimRoom());
    this.viscosity = settings.viscosity ?? 0;
    this.velocity = faceArrays(grid);
    this.obstacles = new LiquidObstacles(grid, settings.closedSides);
    this.wallCrossings = new WallCrossings(grid, this.obstacles);
    this.surfaceAtSolids = new SurfaceAtSolids(grid, this.obstacles);
    const { obstacles, surfaceAtSolids } = this;
    this.solids = {
      obstacles,
      extend: (phi, box, changed) => surfaceAtSolids.extend(phi, settings.gravity, box, changed),
    };
    this.open = this.obstacles.open;
    this.solidVelocity = this.obstacles.velocity;
    this.phi = new Float64Array(grid.size);
    this.projection = new PressureProjection(grid, settings);
    const { kernel, vortices, courantNumber = COURANT, seed } = settings;
    this.courantNumber = courantNumber;
    if (vortices !== undefined) this.vortices = new VortexParticles(grid, vortices, seed);
    this.scheme =
      settings.transport ?? new ParticleTransport({ grid, ...settings }, new ParticleTransfer(grid, kernel));
    this.known = this.velocity.map(() => new Uint8Array(grid.size));
    this.hasOpenSides = settings.closedSides.some(([low, high]) => !low || !high);
    this.liquidVolume = new LiquidVolume(grid);
    this.window = new ActiveRegion(grid);
    this.box = this.window.box;
    this.state = new SystemState()
      .number(
        'volume',
        () => this.volume,
        (volume) => (this.liquidVolume.target = volume),
      )
      .include('particles', this.particles.state)
      .include('carrier', this.scheme.state)
      .include('vortices', this.vortices?.state)
      .afterLoad(() => this.beginAnew());
  }

  /**
   * Replaces the solids, from the next substep on; what is given is copied.
   * @param distance to the solids at the corners of cells, m, positive outside, true to three cells from them; none where left out.
   * @param velocity of the solids across each face, m/s: it counts where a face is not wholly open; 0 where left out. The sides of the
   *   grid rest whatever it says.
   */
  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.obstacles.setSolids(distance, velocity);
    this.surfaceAtSolids.update();
  }

  /**
   * Adds solids, after `setSolids`, whose part of the open shares and whose motion are those of the projection that `substep` is given: they fill
   * cells and keep particles out. `distance` as in `setSolids`; nearer than walls within `near`, and faces were covered within `covered`, of each axis: anywhere where left out.
   */
  addSolids(distance: Float64Array, near?: CellBox, covered?: readonly CellBox[]): void {
    this.obstacles.addSolids(distance, near, covered);
    this.surfaceAtSolids.update();
  }

  /** Raised whenever walls are others. */
  get wallCount(): number {
    return this.obstacles.wallCount;
  }

  /** Lets `write` change the velocity of solids, until they are set anew. */
  moveSolids(write: (velocity: FaceArrays) => void): void {
    this.obstacles.hasVelocity = true;
    write(this.solidVelocity);
  }

  /**
   * m3 that the liquid should have: what was measured before the first substep and an eighth of a cell for every particle that was added since; drains
   * take their share.
   */
  get volume(): number {
    this.countAdded();
    return this.liquidVolume.target;
  }

  /** Volume inside the surface that the last substep began with, over what it should have been, less 1. */
  get volumeDrift(): number {
    const { target } = this.liquidVolume;
    return this.measured === undefined || !(target > 0) ? 0 : this.measured / target - 1;
  }

  /** Takes out the particles whose flag is not 0, as drains do, and their share of the volume. */
  remove(flags: Uint8Array): void {
    const { particles, volume } = this;
    const before = particles.count;
    const gone = particles.remove(flags);
    if (gone > 0 && this.scheme.ofParticles) this.liquidVolume.target = (volume * (before - gone)) / before;
  }

  /** Fluid volume fraction of each cell, 0 to 1. */
  get fluidFraction(): Float64Array {
    return this.obstacles.fluidFraction;
  }

  /** What the liquid is, where its transport makes no particles of it. */
  get levelSet(): LevelSetTransport | undefined {
    return this.scheme.levelSet;
  }

  /**
   * Puts liquid into a region, up to `most`, m3, where the transport is a level set: `distance` to it at the centres, m, negative inside; `velocity`, m/s.
   * @returns m3 put in.
   */
  join(distance: Float64Array, most: number, velocity: ArrayLike<number>): number {
    const gained = this.levelSet?.join(distance, this.obstacles, most, velocity) ?? 0;
    if (this.liquidVolume.isSettled) this.liquidVolume.target += gained;
    return gained;
  }

  /** Takes liquid out of a region, up to `most`, m3, where the transport is a level set. Gives the m3 taken. */
  take(distance: Float64Array, most: number): number {
    const lost = this.levelSet?.take(distance, this.obstacles, most) ?? 0;
    this.liquidVolume.target = Math.max(0, this.volume - lost);
    return lost;
  }

  /** Forgets what is not part of the state that was loaded. */
  private beginAnew(): void {
    this.knownAdded = this.particles.added;
    this.measured = undefined;
    this.window.forget();
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

  /** Moves by at most `most`, s, among solids that stay where they are; gives the time that passed. `project` as in `findVelocity`. */
  substep(most: number, project?: Projection): number {
    const step = this.longestStep(most);
    this.findVelocity(step, project);
    this.carry(step);
    this.keepOut();
    return step;
  }

  /** Moves by `dt`, s, with the velocities that were found. Solids may then be set as they are at the end, before `keepOut`. */
  carry(dt: number): void {
    const { grid, particles, velocity, scheme, phi, known, obstacles, settings, wallCrossings, box } = this;
    const { gravity } = settings;
    if (this.report !== undefined) {
      this.iterations += this.report.iterations;
      this.divergence.add(this.report, grid.h, settings.tolerance);
    }
    for (const axis of [0, 1, 2] as const) {
      this.chooseKnown(axis);
      extrapolateVelocity(grid, velocity[axis], this.known[axis], axis, LAYERS, box);
      fillLayer(grid, velocity[axis], axis, box);
    }
    const begin = () => wallCrossings.begin(particles.positions, particles.count, box);
    const lost = scheme.move(particles, { velocity, known, phi, obstacles, gravity, dt, box, begin });
    this.vortices?.move({ velocity, phi, obstacles, atEmitters: this.atEmitters, dt });
    if (lost !== 0) this.liquidVolume.target = Math.max(0, this.volume - lost);
  }

  /** Ends a move: particles keep out of the solids as they are set now. */
  keepOut(): void {
    const { particles, obstacles, wallCrossings, settings } = this;
    wallCrossings.undo(particles.positions, particles.count);
    const outside = obstacles.pushParticles(particles, settings.kernel);
    if (outside > 0 && this.hasOpenSides) this.remove(particles.flags);
    this.window.settle();
  }

  /** What the cells hold in a substep of at most `most`, s, of a liquid of `density`, kg/m3, once its velocities are free of divergence; moves nothing. */
  cellFields(most: number, density: number): CellFields {
    const step = this.longestStep(most);
    this.findVelocity(step);
    const { scaledPressure } = this.projection;
    const { fluidFraction } = this.obstacles;
    const outflow = this.projection.outflow(this);
    const pressureScale = (density * this.grid.h) / step;
    const { velocity, open, solidVelocity, phi } = this;
    return cellFields(this.grid, {
      velocity,
      open,
      solidVelocity,
      phi,
      fluidFraction,
      scaledPressure,
      outflow,
      pressureScale,
    });
  }

  /**
   * Finds velocities free of divergence for a substep of `step`, s, no longer than `longestStep` says; `project` makes them so in the place of the solver's own projection. What it
   * throws leaves the liquid as it was.
   */
  findVelocity(step: number, project?: Projection): void {
    const { grid, particles, velocity, settings, scheme, known, box } = this;
    this.countAdded();
    this.findSurface();
    this.measured = this.liquidVolume.measure(this.phi, this.obstacles.fluidFraction, box);
    this.expansion = this.liquidVolume.expansion(this.measured, step);
    scheme.toGrid(particles, velocity, known, box);
    for (const axis of [0, 1, 2] as const) {
      extrapolateVelocity(grid, velocity[axis], this.known[axis], axis, LAYERS_AT_SOLIDS, box);
      addToKnown(box, velocity[axis], this.known[axis], step * settings.gravity[axis]);
    }
    this.vortices?.drive(velocity, known, step);
    if (this.viscosity > 0) this.resist(step, project);
    // From nothing, so that what a checkpoint holds is all that counts.
    box.fill(this.projection.scaledPressure, 0);
    this.report = project === undefined ? this.projection.project(this) : project(step, true);
  }

  /** Viscosity, of a velocity without divergence: a pool at rest has none to resist. */
  private resist(dt: number, project?: Projection): void {
    this.box.fill(this.projection.scaledPressure, 0);
    const report = project === undefined ? this.projection.project(this) : project(dt, false);
    this.iterations += report.iterations;
    this.viscosityStep ??= new ViscosityStep(this.grid, this.settings.closedSides);
    this.viscosityStep.apply(this, this.viscosity, dt);
  }

  private findSurface(): void {
    const { scheme, particles, phi, solids, window, box } = this;
    window.find((extent) => scheme.findExtent(particles, extent));
    scheme.measure(particles, phi, solids, box);
    window.find((changed) => solids.extend(phi, box, changed));
  }

  /** Makes room for the particles that were added since. */
  private countAdded(): void {
    const { liquidVolume, particles } = this;
    if (!liquidVolume.isSettled) {
      this.findSurface();
      liquidVolume.target = liquidVolume.measure(this.phi, this.obstacles.fluidFraction, this.box);
    } else liquidVolume.target += ((particles.added - this.knownAdded) * this.grid.h ** 3) / 8;
    this.knownAdded = particles.added;
  }

  /** Distance to the solids at a point (xyz, m) of the grid, m; positive outside. */
  solidDistanceAt(point: Float64Array): number {
    return this.obstacles.distanceAt(point, 0);
  }

  /** An even part of `most`, s, in which no particle moves too far. */
  longestStep(most: number): number {
    const { particles, grid, settings } = this;
    // What gravity adds on the way over the cells counts too, and solids take the liquid along.
    const pull = hypot3(settings.gravity[0], settings.gravity[1], settings.gravity[2]);
    const speed = Math.max(this.scheme.fastest(particles), this.obstacles.speed) + Math.sqrt(pull * grid.h);
    // In even parts: a sliver of a substep at the end would cost as much as the others.
    return speed > 0 ? most / Math.max(1, Math.ceil((most * speed) / (this.courantNumber * grid.h))) : most;
  }

  /** Which faces have the velocity of the liquid: those that it was projected on. The sides of the grid keep theirs. */
  private chooseKnown(axis: 0 | 1 | 2): void {
    const { phi, grid } = this;
    const known = this.known[axis];
    const open = this.open[axis];
    const stride = grid.strides[axis];
    this.box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) known[c] = (phi[c] < 0 || phi[c - stride] < 0) && open[c] > 0 ? 1 : 0;
    }, axis);
    if (this.settings.closedSides[axis][0]) this.fixSide(axis, 0);
    if (this.settings.closedSides[axis][1]) this.fixSide(axis, grid.counts[axis]);
  }

  /** The faces of a closed side, number `at` along the axis, move as the side does. */
  private fixSide(axis: 0 | 1 | 2, at: number): void {
    const { box } = this;
    if (at + 1 < box.first[axis] || at + 1 >= box.end[axis]) return;
    const known = this.known[axis];
    const u = this.velocity[axis];
    const solid = this.solidVelocity[axis];
    box.forEachFaceOf(axis, at, (c) => {
      u[c] = solid[c];
      known[c] = FIXED;
    });
  }
}

function addToKnown(box: CellBox, u: Float64Array, known: Uint8Array, pull: number): void {
  box.forEachRow((begin, end) => {
    for (let c = begin; c < end; c++) if (known[c] !== 0) u[c] += pull;
  });
}

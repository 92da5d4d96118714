import { SystemState } from '../../base/state/SystemState.ts';
import type { CellFields } from '../../frames/LiquidCells.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { CoupledFluid, CoupledSolve, Projection } from '../CoupledFluid.ts';
import type { ElasticSettings } from '../elasticity/ElasticSettings.ts';
import { ElasticStep } from '../elasticity/ElasticStep.ts';
import type { LiquidMaterial } from '../LiquidMaterial.ts';
import type { DivergenceRecord } from '../pressure/DivergenceRecord.ts';
import { LiquidParticles } from '../transport/LiquidParticles.ts';
import type { StoredLevelSet, TransportScheme } from '../transport/TransportScheme.ts';
import { longestTensionStep, SurfaceTension } from '../tension/SurfaceTension.ts';
import { VortexParticles } from '../vorticity/VortexParticles.ts';
import type { VortexSettings } from '../vorticity/VortexSettings.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import { LiquidWalls, type WallSettings } from '../walls/LiquidWalls.ts';
import { ActiveRegion } from './ActiveRegion.ts';
import { cellFields } from './cellFields.ts';
import { LiquidSheets } from '../sheets/LiquidSheets.ts';
import type { PlacedSheets } from '../sheets/PlacedSheets.ts';
import { FaceVelocity } from './FaceVelocity.ts';
import { IncompressibleStep } from './IncompressibleStep.ts';
import { LiquidVolume } from './LiquidVolume.ts';

/** Most cells that a particle may move in a substep: active regions and layers have room for so many. */
const COURANT = 2;
/** Cells on both sides of the surface in which phi is a distance: of particles, and of a level set. */
const PARTICLE_WIDTH = 0.5;
const LEVEL_SET_WIDTH = 4;
/** Faces around the liquid that get a velocity, so that particles have one wherever a substep takes them. */
const LAYERS = COURANT + 2;

export interface GridLiquidSettings extends CoupledSolve, WallSettings {
  /** nu = mu / rho, m2/s, read in every substep; 0 where left out. Liquid with any sticks to solids and closed sides. */
  readonly viscosity?: number;
  /** Its surface tension, read in every substep; none where left out. */
  readonly material?: Pick<LiquidMaterial, 'surfaceTension'>;
  /** What it springs back by; nothing where left out. Elastic liquid sticks as viscous one does. */
  readonly elasticity?: ElasticSettings;
  /** Closed sides that viscous or elastic liquid sticks to; all that are closed where left out. */
  readonly stickingSides?: ClosedSides;
  /** Eddies that keep the liquid turbulent; none where left out. */
  readonly vortices?: VortexSettings;
  /** Made for the same grid and sides by one of `liquidTransports`. */
  readonly transport: TransportScheme;
  /** Cells that a particle may move in a substep: 2 at most, and where left out. */
  readonly courantNumber?: number;
  /** Another seed scatters particles and vortices at other random places; 0 where left out. */
  readonly seed?: number;
}

/**
 * A liquid on a uniform grid of cells, advected as its transport does, among solids that move as they are told. A host sets the solids, adds or removes
 * liquid and calls `substep` until its time is over, so that it may stop after each.
 */
export class GridLiquid implements CoupledFluid {
  readonly grid: CellGrid;
  readonly particles: LiquidParticles;
  /** What the liquid is between substeps. The solids are not part of it. */
  readonly state: SystemState;
  readonly phi: Float64Array;
  /** Divergence of the last substep, 1/s: volume that it compensated. */
  targetDivergence = 0;
  /** Substeps of the last call of `advance`. */
  substeps = 0;
  readonly vortices: VortexParticles | undefined;
  /** Its strain; undefined where it has no elasticity. */
  readonly elastic: ElasticStep | undefined;
  /** Viscosity and pressure. */
  readonly incompressible: IncompressibleStep;
  /** Undefined until it has some. */
  private tension: SurfaceTension | undefined;
  private readonly settings: GridLiquidSettings;
  private readonly scheme: TransportScheme;
  private readonly faces: FaceVelocity;
  private readonly walls: LiquidWalls;
  private readonly liquidVolume: LiquidVolume;
  private readonly active: ActiveRegion;
  /** Thin surfaces in it; undefined where there never were any. */
  private sheets: LiquidSheets | undefined;

  constructor(grid: CellGrid, settings: GridLiquidSettings) {
    const { kernel, vortices, seed, transport, closedSides, elasticity, density } = settings;
    this.grid = grid;
    this.settings = settings;
    this.particles = new LiquidParticles(kernel?.claimRoom());
    this.phi = new Float64Array(grid.size);
    this.faces = new FaceVelocity(grid, closedSides, elasticity !== undefined);
    this.walls = new LiquidWalls(grid, settings);
    this.incompressible = new IncompressibleStep(grid, settings);
    if (vortices !== undefined) this.vortices = new VortexParticles(grid, vortices, seed);
    if (elasticity !== undefined)
      this.elastic = new ElasticStep(grid, elasticity, density, settings.stickingSides ?? closedSides);
    this.scheme = transport;
    this.liquidVolume = new LiquidVolume(grid);
    this.active = new ActiveRegion(grid);
    this.state = new SystemState()
      .number(
        'volume',
        () => this.volume,
        (volume) => (this.liquidVolume.target = volume),
      )
      .number(
        'drained',
        () => this.liquidVolume.drained,
        (volume) => (this.liquidVolume.drained = volume),
      )
      .include('particles', this.particles.state)
      .include('carrier', this.scheme.state)
      .include('vortices', this.vortices?.state)
      .include('strain', this.elastic?.state)
      .afterLoad(() => this.beginAnew());
  }

  get solve(): CoupledSolve {
    return this.settings;
  }

  get velocity(): FaceArrays {
    return this.faces.values;
  }

  get open(): FaceArrays {
    return this.walls.obstacles.open;
  }

  get solidVelocity(): FaceArrays {
    return this.walls.obstacles.velocity;
  }

  get viscosity(): number {
    return this.incompressible.viscosity;
  }

  /** What a substep works on: arrays hold nothing elsewhere. */
  get box(): CellBox {
    return this.active.box;
  }

  /** What pressure solves left since statistics began. */
  get divergence(): DivergenceRecord {
    return this.incompressible.divergence;
  }

  setSolids(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.walls.set(distance, velocity);
  }

  addSolids(distance: Float64Array, near?: CellBox, covered?: readonly CellBox[]): void {
    this.walls.add(distance, near, covered);
  }

  setSheets(sheets: PlacedSheets): void {
    this.sheets ??= new LiquidSheets(this.grid, this.settings.closedSides);
    this.sheets.place(sheets);
    this.walls.obstacles.parted = this.sheets.parted;
  }

  get wallCount(): number {
    return this.walls.obstacles.wallCount;
  }

  moveSolids(write: (velocity: FaceArrays) => void): void {
    this.walls.move(write);
  }

  solidDistanceAt(point: Float64Array): number {
    return this.walls.obstacles.distanceAt(point, 0);
  }

  /** Fluid volume fraction of each cell, 0 to 1. */
  get fluidFraction(): Float64Array {
    return this.walls.obstacles.fluidFraction;
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
    return this.liquidVolume.drift;
  }

  /** What the liquid is stored as, where its transport stores a level set. */
  get levelSet(): StoredLevelSet | undefined {
    return this.scheme.levelSet;
  }

  /** What has left the level set and flies by itself, where that is kept. */
  get drops(): TransportScheme['drops'] {
    return this.scheme.drops;
  }

  /** The volume that each particle stands for, m3; 0 without particles. */
  get particleVolume(): number {
    const { volume, particles } = this;
    return particles.count === 0 ? 0 : volume / particles.count;
  }

  /** Takes out the particles whose flag is not 0, and their share of the volume: the next substep contracts the liquid by it. */
  drain(flags: Uint8Array): void {
    const { volume } = this;
    this.remove(flags);
    this.liquidVolume.drained += volume - this.liquidVolume.target;
  }

  /** Adds a region to the level set, as `DistanceEdits.unite`; where the transport stores none, nothing is added. */
  unite(distance: Float64Array, most: number, velocity: ArrayLike<number>): number {
    const gained = this.levelSet?.unite(distance, this.walls.obstacles, most, velocity) ?? 0;
    if (this.liquidVolume.isSettled) this.liquidVolume.target += gained;
    return gained;
  }

  /** Removes a region from the level set, as `DistanceEdits.subtract`. */
  subtract(distance: Float64Array, most: number): number {
    const lost = this.levelSet?.subtract(distance, this.walls.obstacles, most) ?? 0;
    this.lose(lost);
    return lost;
  }

  /** Moves the liquid by `dt`, s, in as many substeps as its speed asks for. */
  advance(dt: number): void {
    this.substeps = 0;
    this.incompressible.iterations = 0;
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
    this.advect(step);
    this.keepOut();
    return step;
  }

  /** An even part of `most`, s, in which no particle moves too far, and no wave of shear where the liquid is elastic or of its surface where that has tension. */
  longestStep(most: number): number {
    const { particles, grid, settings, walls, elastic } = this;
    const { gravity, density, courantNumber = COURANT } = settings;
    // What gravity adds on the way over the cells counts too, and solids take the liquid along.
    const pull = hypot3(gravity[0], gravity[1], gravity[2]);
    const speed = Math.max(this.scheme.fastest(particles), walls.obstacles.speed) + Math.sqrt(pull * grid.h);
    // In even parts: a sliver of a substep at the end would cost as much as the others.
    const parts = Math.max(1, Math.ceil((most * speed) / (courantNumber * grid.h)));
    const longest = Math.min(elastic?.longestStep ?? Infinity, longestTensionStep(this.sigma, density, grid.h));
    return most / Math.max(parts, Math.ceil(most / longest));
  }

  /**
   * Finds velocities free of divergence for a substep of `step`, s, no longer than `longestStep` says; `project` makes them so in the place of the solver's own projection. What it
   * throws leaves the liquid as it was.
   */
  findVelocity(step: number, project?: Projection): void {
    const { particles, faces, settings, liquidVolume, box } = this;
    this.countAdded();
    this.findSurface();
    this.targetDivergence = liquidVolume.targetDivergence(this.measureVolume(), step, this.sheets !== undefined);
    this.scheme.toGrid(particles, faces.values, faces.valid, box);
    faces.accelerate(settings.gravity, step, box);
    this.elastic?.accelerate(this, faces, step);
    this.contract(step);
    this.vortices?.drive(faces.values, faces.valid, step);
    this.incompressible.apply(this, step, project);
  }

  /** Moves by `dt`, s, with the velocities that were found. Solids may then be set as they are at the end, before `keepOut`. */
  advect(dt: number): void {
    const { particles, faces, phi, walls, settings, box } = this;
    const { obstacles } = walls;
    const { values: velocity, valid } = faces;
    this.incompressible.count();
    this.liquidVolume.drained = 0;
    faces.extrapolate(this, LAYERS, box, this.sheets);
    this.elastic?.advance(this, faces, dt);
    const begin = () => {
      walls.begin(particles, box);
      this.sheets?.begin(particles);
    };
    const step = { velocity, valid, phi, obstacles, gravity: settings.gravity, dt, box, begin };
    const lost = this.scheme.move(particles, step);
    this.vortices?.move({ velocity, phi, obstacles, dt });
    if (lost !== 0) this.lose(lost);
  }

  /** Ends a move: particles keep out of the solids as they are set now. */
  keepOut(): void {
    const hasLeft = this.walls.end(this.particles);
    this.sheets?.undo(this.particles);
    if (hasLeft) this.remove(this.particles.flags);
    this.active.settle();
  }

  /** What the cells hold in a substep of at most `most`, s, once its velocities are free of divergence; moves nothing. */
  cellFields(most: number): CellFields {
    const { velocity, open, solidVelocity, phi, fluidFraction, incompressible } = this;
    const step = this.longestStep(most);
    this.findVelocity(step);
    const pressureScale = (this.settings.density * this.grid.h) / step;
    const { scaledPressure } = incompressible;
    return cellFields(this.grid, {
      velocity,
      open,
      solidVelocity,
      phi,
      fluidFraction,
      scaledPressure: this.tension?.addPressure(scaledPressure, pressureScale) ?? scaledPressure,
      outflow: incompressible.outflow(this),
      pressureScale,
    });
  }

  /** Forgets what is not part of the state that was loaded. */
  private beginAnew(): void {
    this.liquidVolume.restart(this.particles);
    this.active.forget();
  }

  /** N/m. */
  private get sigma(): number {
    return this.settings.material?.surfaceTension ?? 0;
  }

  /** Surface tension acts for `dt`, s. */
  private contract(dt: number): void {
    const { sigma, grid, walls, scheme, settings } = this;
    if (sigma === 0) {
      this.tension?.rest();
      return;
    }
    const width = scheme.levelSet === undefined ? PARTICLE_WIDTH : LEVEL_SET_WIDTH;
    this.tension ??= new SurfaceTension(grid, { ...settings, width });
    this.tension.accelerate(this, walls.obstacles, sigma, dt);
  }

  private findSurface(): void {
    const { scheme, particles, phi, walls, active, box } = this;
    active.find((extent) => scheme.findExtent(particles, extent));
    scheme.measure(particles, phi, walls, box);
    this.sheets?.measure(particles, phi, box);
    active.find((changed) => walls.extend(phi, box, changed));
  }

  private measureVolume(): number {
    const { grid, phi, sheets } = this;
    const beside = sheets === undefined ? 0 : sheets.excess(phi, grid.h) * grid.h ** 3;
    return this.liquidVolume.measure(phi, this.fluidFraction, this.box) + beside;
  }

  private countAdded(): void {
    this.liquidVolume.count(this.particles, () => {
      this.findSurface();
      return this.measureVolume();
    });
  }

  /** Takes out the particles whose flag is not 0, and their share of the volume. */
  private remove(flags: Uint8Array): void {
    const { particles, volume } = this;
    const before = particles.count;
    const gone = particles.remove(flags);
    if (gone > 0 && this.scheme.particlesShareVolume) this.liquidVolume.target = (volume * (before - gone)) / before;
  }

  private lose(volume: number): void {
    this.countAdded();
    this.liquidVolume.lose(volume);
  }
}

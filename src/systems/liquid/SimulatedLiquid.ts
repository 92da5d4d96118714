import { CoreError } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { SolidsInLiquid } from '../../coupling/SolidsInLiquid.ts';
import type { LiquidStats } from '../../frames/FrameStats.ts';
import { ID, streamOf, valuesOf, type Stream } from '../../frames/Stream.ts';
import type { LiquidCells } from '../../frames/LiquidCells.ts';
import type { LiquidKernel, LiquidKernelGrid } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import { liquidTransports } from '../../liquids/LiquidTransport.ts';
import { LiquidSolver } from '../../liquids/LiquidSolver.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import type { Region } from '../../scene/kinds/region.ts';
import type { QualityName, QualitySettings, Scene } from '../../scene/Scene.ts';
import type { SteppedSystem } from '../../solids/SteppedSystem.ts';
import { accelerationFields, type AccelerationFields } from '../../simulation/keyed/accelerationFields.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { StoredLiquid, StoredSolid } from '../../simulation/LiquidBody.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import type { CoupledBody } from '../../simulation/immersion/CoupledBody.ts';
import { Immersion } from './Immersion.ts';
import { levelSetStream } from './levelSetFrame.ts';
import { liquidMoments } from './liquidMoments.ts';
import { particleStream, sprayStats } from './liquidSpray.ts';
import { closedSides, liquidGrid } from './liquidGrid.ts';
import { ObstaclesInBox } from './ObstaclesInBox.ts';
import { stateOfFrame } from './stateOfFrame.ts';
import { thinWarnings } from './thinWarnings.ts';
import type { Obstacles } from './LiquidRegion.ts';
import { LiquidRegions } from './LiquidRegions.ts';
import { LiquidSolids } from './LiquidSolids.ts';

/** Largest net flow out of a cell that a pressure solve leaves, over the largest there was; and how long it may take. */
const SOLVE = { tolerance: 1e-6, maxIterations: 200 } as const;

/** Makes the kernel of a liquid on a grid. */
export type LiquidKernelFactory = (grid: LiquidKernelGrid) => LiquidKernel;

export interface LiquidInput {
  readonly scene: Scene;
  readonly liquid: Liquid;
  /** Its regions with their shapes, in the scene's order. */
  readonly regions: readonly { readonly region: Region; readonly shape: ColliderShape }[];
  readonly colliders: readonly KeyedCollider[];
  /** Makes what moves with it. */
  readonly bodies: () => readonly CoupledBody[];
  readonly inputs: KeyedInputs;
  readonly quality: QualityName;
  readonly createLiquidKernel?: LiquidKernelFactory;
  /** Asked while it is made and while regions work; never cancelled where left out. */
  readonly cancelled?: () => boolean;
}

/** One liquid of a shot, by itself or with solids in it. */
export class SimulatedLiquid implements SteppedSystem {
  readonly id: string;
  readonly state: SystemState;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  readonly choosesSteps = true;
  private readonly quality: QualitySettings;
  /** kg/m3. */
  private readonly density: number;
  /** Distance beyond which particles are spray, in cells; undefined where spray is not stored apart. */
  private readonly sprayDistance: number | undefined;
  private readonly grid: CellGrid;
  private readonly kernel: LiquidKernel | undefined;
  private readonly solver: LiquidSolver;
  private readonly solids: LiquidSolids;
  /** Coupling with the solids in it; undefined where there are none. */
  readonly immersion: Immersion | undefined;
  private readonly bodies: readonly CoupledBody[];
  private readonly colliders: readonly KeyedCollider[];
  private readonly regions: LiquidRegions;
  private readonly fields: AccelerationFields;
  private readonly gravity = new Float64Array(3);
  private substepCount = 0;
  /** Colliders and bodies are placed as the last substep has left them. */
  private isPlaced = false;
  private frame = 0;
  private readonly inBox: ObstaclesInBox;
  /** s, that it stands at. */
  private time = 0;
  /** Longest substep of the running interval where it moves by itself, s. */
  private longest = 0;
  /** The running substep and its length, s. */
  private start = 0;
  private end = 0;
  private dt = 0;
  /** s, since when colliders have moved to where they are. */
  private since = 0;

  /** Throws `document-invalid` for more cells than there is memory for, and `cancelled`. */
  constructor(input: LiquidInput) {
    const { scene, liquid, regions, colliders, bodies, inputs, quality, createLiquidKernel } = input;
    const checkCancelled = () => {
      if (input.cancelled?.() === true) throw new CoreError('cancelled', 'the simulation was cancelled');
    };
    this.id = liquid.id;
    this.density = liquid.density;
    this.quality = scene.quality[quality];
    this.minSubsteps = this.quality.minSubsteps;
    this.maxSubsteps = this.quality.maxSubsteps;
    this.grid = liquidGrid(liquid, this.quality.edgeScale);
    this.fields = accelerationFields(scene, liquid.id, inputs);
    const sides = closedSides(liquid);
    this.kernel = createLiquidKernel?.({ ...this.grid, closedSides: sides });
    const { transport } = liquid;
    this.sprayDistance = liquid.spray.enabled ? liquid.spray.distance : undefined;
    const { sprayDistance } = this;
    const { seed } = scene.physics;
    const carried = { grid: this.grid, closedSides: sides, sprayDistance, kernel: this.kernel, seed };
    const pressure = { ...SOLVE, gravity: this.gravity, kernel: this.kernel };
    this.solver = new LiquidSolver(this.grid, {
      ...pressure,
      closedSides: sides,
      courantNumber: this.quality.courantNumber,
      seed,
      transport: transport && liquidTransports.get(transport.type).create(carried, transport.params),
      viscosity: liquid.viscosity / liquid.density,
      vortices: liquid.vortices.enabled ? liquid.vortices : undefined,
    });
    this.solids = new LiquidSolids(this.grid, colliders, checkCancelled);
    this.colliders = colliders;
    this.bodies = bodies();
    this.inBox = new ObstaclesInBox(this.id, this.grid, colliders, this.bodies);
    if (this.bodies.length > 0) {
      const { grid, solver, density } = this;
      const within = { grid, solver, settings: { ...pressure, density } };
      this.immersion = new Immersion({ ...within, tooManySubsteps: (time) => this.tooManySubsteps(time) }, this.bodies);
    }
    this.regions = new LiquidRegions(
      regions.map((region) => ({ ...region, inputs, seed, checkCancelled })),
      {
        grid: this.grid,
        solver: this.solver,
        obstacles: () => this.obstacles,
        vorticesAtEmitters: liquid.vortices.source === 'emitters',
      },
    );
    this.placeSolids(0, 0);
    this.regions.fill(this.id);
    this.state = this.declareState();
  }

  /** Returns warnings of regions without effect and of objects that the liquid does not see, at the first frame, and of liquid that leaves later. */
  warnings(isFirstFrame: boolean): readonly string[] {
    if (!isFirstFrame) return this.inBox.warnings(this.time);
    return [...this.regions.warnings, ...thinWarnings(this.id, this.grid, this.colliders, this.bodies)];
  }

  beginFrame(frame: number): void {
    this.frame = frame;
    this.inBox.begin(this.time);
    this.substepCount = 0;
    this.solver.iterations = 0;
    this.solver.divergence.clear();
  }

  beginInterval(start: number, end: number): void {
    this.longest = (end - start) / this.minSubsteps;
  }

  /** A substep in which no particle moves too far. */
  maxStep(start: number, end: number): number {
    this.fields.accelerationAt(start, this.gravity);
    const rest = end - start;
    return this.solver.longestStep(this.immersion === undefined ? Math.min(rest, this.longest) : rest);
  }

  /** Finds the velocities of the liquid; where solids move with it, that is left to their immersion. */
  predict(start: number, end: number, dt: number): void {
    this.fields.accelerationAt(start, this.gravity);
    this.start = start;
    this.end = end;
    this.dt = dt;
    if (this.immersion === undefined) {
      this.solver.findVelocity(dt);
      return;
    }
    // Where the last substep has left them, they are placed already.
    if (!this.isPlaced || !this.immersion.haveStayed) this.placeBodies();
    this.isPlaced = false;
  }

  integratePositions(): void {
    // It is advected when nothing can fail any more.
  }

  integrateVelocities(): void {
    // They have been found in predicting.
  }

  /** Advects the liquid, among solids that have moved already. */
  commit(): void {
    const { solver, start, end } = this;
    solver.carry(this.dt);
    this.placeSolids(start, end);
    solver.keepOut();
    this.isPlaced = true;
    this.time = end;
    this.regions.work(start, end);
    this.substepCount++;
  }

  rollback(): void {
    // Nothing is changed before it is advected.
  }

  tooManySubsteps(time: number): CoreError {
    const { maxSubsteps } = this.quality;
    return new CoreError(
      'simulation-failed',
      `the liquid '${this.id}' needs more than ${maxSubsteps} substeps in frame ${this.frame}: it stands at ${time.toFixed(4)} s`,
      {
        place: `liquid '${this.id}'`,
        remedy: 'Look for a region, a collider or a solid that is far too fast, or use larger cells.',
      },
    );
  }

  /** The present state: its particles and, where it is a level set, the cells of that; the particles are then spray. */
  streams(): Stream[] {
    const { levelSet } = this.solver;
    const particles = particleStream(this.id, this.grid, this.solver, this.sprayDistance);
    return levelSet === undefined ? [particles] : [particles, levelSetStream(this.id, this.grid, levelSet)];
  }

  stats(time: number): LiquidStats {
    const { particles, levelSet, vortices, iterations, volumeDrift } = this.solver;
    const { largest, rms, overTolerance } = this.solver.divergence;
    this.fields.accelerationAt(time, this.gravity);
    const volume = this.solver.volume + (levelSet?.drops?.volume ?? 0);
    const spray = sprayStats(this.grid, this.solver, this.sprayDistance);
    const { parts, square, most, height } = liquidMoments(this.grid, this.solver, this.gravity);
    const mass = parts === 0 ? 0 : (this.density * volume) / parts;
    return {
      particles: (levelSet?.drops?.particles ?? particles).count,
      volume,
      energies: { kinetic: (mass * square) / 2, elastic: 0, gravity: mass * height },
      largestSpeed: Math.sqrt(most),
      substeps: this.substepCount,
      pressureIterations: iterations,
      divergence: { largest, rms, overTolerance },
      volumeDrift,
      emitted: this.regions.emitted,
      drained: this.regions.drained,
      ...(spray && { spray }),
      ...(vortices && { vortices: vortices.count }),
    };
  }

  /**
   * What the cells hold at a frame, found anew: that of the first substep after it. How velocities change around a particle is in no frame and counts as
   * nothing; solids go on as they move at the frame. The liquid itself becomes that of the frame. `interval`: s, to the next frame.
   */
  cellsAt({ streams, volume, bodies }: StoredLiquid, time: number, interval: number): LiquidCells {
    const particles = streamOf({ streams }, this.id, 'points');
    const count = particles === undefined ? 0 : valuesOf(particles, ID, Uint32Array).length;
    const flying = this.solver.levelSet?.drops?.volumeOf(count) ?? 0;
    this.solver.state.loadPart(stateOfFrame(this.grid, this.id, streams, volume - flying));
    this.since = NaN;
    this.resumeAt(time);
    this.fields.accelerationAt(time, this.gravity);
    if (bodies.length > 0) this.immerse(bodies);
    const fields = this.solver.cellFields(interval / this.quality.minSubsteps, this.density);
    return { ...fields, bodies: bodies.map(({ id }) => id) };
  }

  /** Puts bodies into the liquid, among the colliders as they were placed last, as obstacles that move. */
  private immerse(bodies: readonly StoredSolid[]): void {
    const { grid, solver, density, gravity, solids } = this;
    const within = new SolidsInLiquid(grid, { ...SOLVE, gravity, density }, bodies);
    within.place(solver, solids.any ? solids.distance : undefined, solids.velocity);
    solver.moveSolids((velocity) => within.step.writeVelocity(velocity));
  }

  /** Gives the memory of the kernel back. */
  dispose(): void {
    this.kernel?.dispose();
  }

  /** Goes on at `time`, s, from a state that was loaded; inputs are those of the frame that ends there. */
  resumeAt(time: number): void {
    this.isPlaced = false;
    this.time = time;
    this.solids.forget();
    this.placeSolids(Number.isNaN(this.since) ? time : this.since, time);
    this.regions.markEmitters(time);
  }

  private declareState(): SystemState {
    const state = new SystemState()
      .number(
        'emitted',
        () => this.regions.emitted,
        (emitted) => (this.regions.emitted = emitted),
      )
      .number(
        'drained',
        () => this.regions.drained,
        (drained) => (this.regions.drained = drained),
      )
      // Where colliders stand it does not matter since when.
      .number(
        'since',
        () => (this.solids.isMoving ? this.since : NaN),
        (since) => (this.since = since),
      )
      .value('owed', {
        type: Float64Array,
        read: () => this.regions.owed,
        write: (owed) => (this.regions.owed = owed),
        fits: ({ length }) => length === this.regions.count,
      });
    return state.include('solver', this.solver.state);
  }

  /** Everything as it is at `end`, colliders having moved since `start`, s. */
  private placeSolids(start: number, end: number): void {
    this.since = start;
    const moved = this.solids.any && this.solids.place(start, end);
    if (this.immersion !== undefined) this.placeBodies();
    else if (moved) this.solver.setSolids(this.solids.distance, this.solids.velocity);
  }

  /** Places the bodies among the colliders as they were placed last. */
  private placeBodies(): void {
    const { any, distance, velocity, isMoving } = this.solids;
    this.immersion?.place(any ? distance : undefined, isMoving ? velocity : undefined);
  }

  /** What regions keep out of. */
  private get obstacles(): Obstacles {
    if (this.immersion === undefined) return this.solids;
    return { distanceAt: (point) => this.solver.solidDistanceAt(point) };
  }
}

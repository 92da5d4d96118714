import { CoreError } from '../../base/errors.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { SolidsInLiquid } from '../../coupling/SolidsInLiquid.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import type { Stream } from '../../frames/Stream.ts';
import type { LiquidCells } from '../../frames/LiquidCells.ts';
import type { CoupledFluid } from '../../liquids/CoupledFluid.ts';
import {
  type LiquidKernelFactory,
  type LiquidSolver,
  type ShallowStepsFactory,
  solverOf,
} from '../../liquids/LiquidSolver.ts';
import { type LiquidMaterial, materialAt } from '../../liquids/LiquidMaterial.ts';
import type { Sampled } from '../../scene/counted.ts';
import { largestKey } from '../../scene/curves.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import type { Region } from '../../scene/kinds/region.ts';
import type { QualityName, QualitySettings, Scene } from '../../scene/Scene.ts';
import type { SteppedSystem } from '../../solids/SteppedSystem.ts';
import { accelerationFields, type AccelerationFields } from '../../simulation/keyed/accelerationFields.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { StoredLiquid, StoredSolid } from '../../simulation/LiquidBody.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import { ColliderGround } from './columns/ColliderGround.ts';
import { Immersion } from './Immersion.ts';
import type { LiquidColliders } from './LiquidColliders.ts';
import { ObstaclesInBox } from './ObstaclesInBox.ts';
import { tensionWarnings } from './tensionWarnings.ts';
import { thinWarnings } from './thinWarnings.ts';
import { LiquidRegions } from './LiquidRegions.ts';
import { LiquidSolids } from './LiquidSolids.ts';
import type { Obstacles } from './RegionSites.ts';

export interface LiquidInput {
  readonly scene: Scene;
  readonly liquid: Liquid;
  /** Its regions with their shapes, in the scene's order. */
  readonly regions: readonly { readonly region: Region; readonly shape: ColliderShape }[];
  readonly colliders: readonly KeyedCollider[];
  /** Closed surfaces that deform as prescribed. */
  readonly deforming: readonly ContactCollider[];
  /** Gives what moves with it: other bodies after a change of topology. */
  readonly bodies: () => readonly ImmersedBody[];
  readonly inputs: KeyedInputs;
  readonly quality: QualityName;
  readonly createLiquidKernel?: LiquidKernelFactory;
  readonly createShallowSteps?: ShallowStepsFactory;
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
  private readonly liquid: Liquid;
  private readonly quality: QualitySettings;
  private readonly solver: LiquidSolver;
  private readonly solids: LiquidColliders;
  /** Warnings of what the liquid asks for and its solver does not do. */
  private readonly unused: readonly string[];
  /** Coupling with the solids in it as it was made last; undefined where there are none. */
  private immersed: Immersion | undefined;
  private bodies: readonly ImmersedBody[] = [];
  /** Gives the solids as they are now. */
  private readonly findBodies: () => readonly ImmersedBody[];
  private readonly colliders: readonly KeyedCollider[];
  private readonly regions: LiquidRegions;
  private readonly fields: AccelerationFields;
  private readonly gravity = new Float64Array(3);
  private readonly inputs: KeyedInputs;
  /** The material of the liquid at the time of `gravity`. */
  private readonly material: LiquidMaterial;
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
    const { scene, liquid, regions, colliders, deforming, bodies, inputs, quality } = input;
    const checkCancelled = () => {
      if (input.cancelled?.() === true) throw new CoreError('cancelled', 'the simulation was cancelled');
    };
    this.id = liquid.id;
    this.liquid = liquid;
    this.inputs = inputs;
    this.material = materialAt(liquid, scene.range.first);
    this.quality = scene.quality[quality];
    this.minSubsteps = this.quality.minSubsteps;
    this.maxSubsteps = this.quality.maxSubsteps;
    this.fields = accelerationFields(scene, liquid.id, inputs);
    const { seed } = scene.physics;
    const definition = solverOf(liquid);
    this.unused = definition.warnings?.(liquid) ?? [];
    this.solver = definition.create({
      liquid,
      quality: this.quality,
      gravity: this.gravity,
      material: this.material,
      seed,
      createKernel: input.createLiquidKernel,
      createShallowSteps: input.createShallowSteps,
    });
    const { grid } = this.solver;
    this.solids = takenBy(this.solver, [...colliders, ...deforming], checkCancelled);
    this.colliders = colliders;
    this.findBodies = bodies;
    this.inBox = new ObstaclesInBox(this.id, grid, colliders, () => this.presentBodies());
    this.immerseBodies();
    const { centre, size } = liquid.domain;
    const box = { high: centre.map((x, axis) => x + size[axis] / 2), h: grid.h };
    this.regions = new LiquidRegions(
      regions.map((region) => ({ ...region, inputs, box, checkCancelled })),
      { solver: this.solver, obstacles: () => this.obstacles, seed },
    );
    this.placeSolids(0, 0);
    this.regions.fill(this.id);
    this.state = this.declareState();
  }

  /** Returns warnings of regions without effect and of objects that the liquid does not see, at the first frame, and of liquid that leaves later. */
  warnings(isFirstFrame: boolean): readonly string[] {
    if (!isFirstFrame) return this.inBox.warnings(this.time);
    // Columns stand on whatever is thin too.
    const seesCells = this.solver.setSolids !== undefined;
    const thin = seesCells ? thinWarnings(this.id, this.solver.grid, this.colliders, this.bodies) : [];
    return [...this.regions.warnings, ...this.unused, ...thin, ...this.tensionWarnings()];
  }

  private tensionWarnings(): string[] {
    // Columns have none, as their solver says.
    if (this.solver.edits.by === 'columns') return [];
    const { grid } = this.solver;
    return tensionWarnings(this.liquid, { h: grid.h, gravity: this.gravity, bodies: this.bodies.map(({ id }) => id) });
  }

  beginFrame(frame: number): void {
    this.frame = frame;
    this.inBox.begin(this.time);
    this.substepCount = 0;
    this.solver.beginFrame();
  }

  beginInterval(start: number, end: number): void {
    this.longest = (end - start) / this.minSubsteps;
  }

  /** A substep in which no particle moves too far. */
  maxStep(start: number, end: number): number {
    this.sampleInputs(start);
    const rest = end - start;
    return this.solver.longestStep(this.immersed === undefined ? Math.min(rest, this.longest) : rest);
  }

  /** Finds the velocities of the liquid; where solids move with it, that is left to their immersion. */
  predict(start: number, end: number, dt: number): void {
    this.sampleInputs(start);
    this.start = start;
    this.end = end;
    this.dt = dt;
    if (this.immersed === undefined) {
      this.solver.findVelocity(dt);
      return;
    }
    // Where the last substep has left them, they are placed already.
    if (!this.isPlaced || !this.immersed.haveStayed) this.placeBodies();
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
    solver.advect(this.dt);
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
      `the liquid '${this.id}' needs more than ${maxSubsteps} substeps in frame ${this.frame}: it stopped at ${time.toFixed(4)} s`,
      {
        place: `liquid '${this.id}'`,
        remedy:
          'Check for a region, a collider or a solid that is far too fast, or use larger cells.' +
          (largestKey(this.liquid.surfaceTension) === 0 ? '' : ' A smaller surface tension takes fewer substeps, too.'),
      },
    );
  }

  streams(): Stream[] {
    return this.solver.streams();
  }

  statistics(time: number): EntityStats {
    this.sampleInputs(time);
    const { particles, wetArea, volume, energies, largestSpeed, ...solve } = this.solver.stats();
    const { pressureIterations, divergence, volumeDrift, spray, vortices } = solve;
    const { emitted, drained } = this.regions.done;
    const liquid = {
      ...(particles !== undefined && { particles }),
      ...(wetArea !== undefined && { wetArea }),
      largestSpeed,
      ...(volumeDrift !== undefined && { volumeDrift }),
      emitted,
      drained,
      ...(vortices !== undefined && { vortices }),
    };
    return {
      volume,
      energies,
      substeps: this.substepCount,
      iterations: pressureIterations,
      sections: { liquid, ...(divergence && { divergence }), ...(spray && { spray }) },
    };
  }

  /**
   * Returns what the cells hold at a frame: that of the first substep after it, in which solids go on as they move at the frame. The liquid itself becomes that of the frame. `interval`: s, to the
   * next frame.
   */
  cellsAt({ streams, volume, bodies }: StoredLiquid, time: number, interval: number): LiquidCells {
    const { solver } = this;
    solver.loadFrame(streams, volume);
    this.since = NaN;
    this.resumeAt(time);
    this.sampleInputs(time);
    if (bodies.length > 0 && solver.coupled !== undefined) this.immerse(solver.coupled, bodies);
    const fields = solver.cellFields(interval / this.quality.minSubsteps);
    return { ...fields, bodies: bodies.map(({ id }) => id) };
  }

  /** Writes what the solver reads of the inputs at `time`, s. */
  private sampleInputs(time: number): void {
    const { inputs, material } = this;
    this.fields.accelerationAt(time, this.gravity);
    // What has no effect is not keyed.
    const { viscosity = 0, surfaceTension = 0, elasticity }: Partial<Sampled<Liquid>> = inputs.of(this.liquid);
    const {
      shearModulus = 0,
      flowRate = 0,
      yieldStrain = 0,
    }: Partial<Sampled<Liquid['elasticity']>> = elasticity ?? {};
    material.viscosity = inputs.value(viscosity, time);
    material.surfaceTension = inputs.value(surfaceTension, time);
    material.elasticity.shearModulus = inputs.value(shearModulus, time);
    material.elasticity.flowRate = inputs.value(flowRate, time);
    material.elasticity.yieldStrain = inputs.value(yieldStrain, time);
  }

  /** Puts bodies into the liquid, among the colliders as they were placed last, as obstacles that move. */
  private immerse(fluid: CoupledFluid, bodies: readonly StoredSolid[]): void {
    const { inCells } = this.solids;
    const within = new SolidsInLiquid(fluid, bodies);
    within.place(inCells?.distance, inCells?.velocity);
    fluid.moveSolids((faces) => within.step.writeVelocity(faces));
  }

  dispose(): void {
    this.solver.dispose?.();
  }

  /** Coupling with the solids in it as they are now; undefined where there are none. */
  get immersion(): Immersion | undefined {
    this.immerseBodies();
    return this.immersed;
  }

  private presentBodies(): readonly ImmersedBody[] {
    this.immerseBodies();
    return this.bodies;
  }

  /** Couples the liquid with the solids in it, again where one has changed its topology. */
  private immerseBodies(): void {
    const { coupled } = this.solver;
    if (coupled === undefined) return;
    const before = this.bodies;
    const bodies = this.findBodies();
    if (bodies.length === before.length && bodies.every((body, b) => body === before[b])) return;
    this.bodies = bodies;
    const within = { fluid: coupled, tooManySubsteps: (time: number) => this.tooManySubsteps(time) };
    this.immersed = new Immersion(within, bodies);
  }

  /** Goes on at `time`, s, from a state that was loaded; inputs are those of the frame that ends there. */
  resumeAt(time: number): void {
    this.immerseBodies();
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
        () => this.regions.done.emitted,
        (emitted) => (this.regions.done.emitted = emitted),
      )
      .number(
        'drained',
        () => this.regions.done.drained,
        (drained) => (this.regions.done.drained = drained),
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
    const moved = this.solids.place(start, end);
    if (this.immersed !== undefined) this.placeBodies();
    else if (moved) this.solids.give(this.solver);
  }

  /** Places the bodies among the colliders as they were placed last. */
  private placeBodies(): void {
    const { inCells, isMoving } = this.solids;
    this.immersed?.place(inCells?.distance, isMoving ? inCells?.velocity : undefined);
  }

  /** What regions keep out of. */
  private get obstacles(): Obstacles {
    const { coupled } = this.solver;
    if (this.immersed === undefined || coupled === undefined) return this.solids;
    return { distanceAt: (point) => coupled.solidDistanceAt(point) };
  }
}

/** Returns colliders as a solver takes them. */
function takenBy(
  { grid, edits }: LiquidSolver,
  colliders: readonly ContactCollider[],
  checkCancelled: () => void,
): LiquidColliders {
  if (edits.by !== 'columns') return new LiquidSolids(grid, colliders, checkCancelled);
  const floor = grid.origin[1];
  return new ColliderGround(edits, [floor, floor + grid.counts[1] * grid.h], colliders, checkCancelled);
}

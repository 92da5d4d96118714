import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { SystemState } from '../base/state/SystemState.ts';
import { colliderShapes, type ColliderShape } from '../collision/CollisionBody.ts';
import type { Checkpoint } from '../frames/Checkpoint.ts';
import type { Frame, FrameCollider, FrameStats } from '../frames/Frame.ts';
import type { LiquidStats } from '../frames/FrameLiquid.ts';
import type { Judgement } from '../frames/judgements.ts';
import type { LiquidCells } from '../frames/LiquidCells.ts';
import type { Statics } from '../frames/Statics.ts';
import type { ShellMesh, VolumeMesh } from '../geometry/TetMesh.ts';
import {
  frameDuration,
  frameToSeconds,
  isKind,
  startFrame,
  type QualityName,
  type Scene,
  type ShapedEntity,
} from '../scene/Scene.ts';
import type { FrameReport } from '../solids/SubstepLog.ts';
import { attachmentsOf, touchingPairs } from './bodyContactPairs.ts';
import type { FibreSamples } from './fibreSamples.ts';
import { islandContact, largestOf, solveWarnings, stepRange, type Summed, totalOf } from './frameSums.ts';
import { BeginningOverlaps } from './judging/BeginningOverlaps.ts';
import { FrameJudge } from './judging/FrameJudge.ts';
import type { BodyCrossing } from './judging/judgeCrossings.ts';
import { judgeOverlaps } from './judging/startOverlaps.ts';
import { Island } from './Island.ts';
import { islands } from './islands.ts';
import { KeyedCollider } from './KeyedCollider.ts';
import { KeyedInputs } from './KeyedInputs.ts';
import type { CoupledBody } from './liquids/CoupledBody.ts';
import { coupledSolids } from './liquids/coupledSolids.ts';
import type { HeldBody } from './liquids/HeldBody.ts';
import { closedSides, liquidGrid } from './liquids/liquidGrid.ts';
import { type LiquidInput, type LiquidKernelFactory, SimulatedLiquid } from './liquids/SimulatedLiquid.ts';
import { tankWalls } from './liquids/tankWalls.ts';
import { ignoredDetail } from './paintedDetail.ts';
import { noPresser, pressedGoal } from './pressedGoal.ts';
import type { SimulatedBody } from './SimulatedBody.ts';
import type { ShellOperatorsFactory } from '../solids/cloth/ShellOperators.ts';
import { SimulatedCloth } from './SimulatedCloth.ts';
import { SimulatedSolid, type OperatorsFactory } from './SimulatedSolid.ts';
import { TearingSolid } from './TearingSolid.ts';

const none: readonly BodyCrossing[] = [];
/** What a checkpoint says beside its arrays. */
const checkpointValues = z.strictObject({ frame: z.int() });

/** What a scene refers to, made ready: by entity id. */
export interface ShotAssets {
  /** Volume mesh of every enabled solid, in its own frame, scaled. */
  readonly volumes: ReadonlyMap<string, VolumeMesh>;
  /** Triangles of every enabled cloth, in its own frame, scaled. */
  readonly shells?: ReadonlyMap<string, ShellMesh>;
  /** Level set of every enabled collider and region whose shape is a mesh file. */
  readonly meshShapes: ReadonlyMap<string, ColliderShape>;
  /** Where the vertices of a solid's volume are in the goal of its plastic flow, in the volume's frame, where the goal is a mesh. */
  readonly goals?: ReadonlyMap<string, Float64Array>;
  /** Directions of the fibres of solids that name a file for them. */
  readonly fibres?: ReadonlyMap<string, FibreSamples>;
}

export interface SimulationOptions {
  readonly quality: QualityName;
  readonly createOperators: OperatorsFactory;
  readonly createShell: ShellOperatorsFactory;
  readonly createLiquidKernel?: LiquidKernelFactory;
  /** Asked while liquids are made, which takes long in large boxes; never cancelled where left out. */
  readonly cancelled?: () => boolean;
}

/**
 * The state of a shot at one frame, and the step to the next. Solids touch each other where they are told to; each meets all colliders.
 * Knows no disk and no clock: equal scenes and assets give equal frames.
 */
export class ShotSimulation {
  readonly scene: Scene;
  /** The frame whose state this is: one of the range, or of the pre-roll before it. */
  frame: number;
  private readonly inputs: KeyedInputs;
  private readonly colliders: KeyedCollider[];
  /** In the scene's order of entities. */
  private readonly bodies: SimulatedBody[];
  /** In the order of their first systems: bodies, then liquids. */
  private readonly islands: readonly Island[];
  private readonly touchingIslands: readonly Island[];
  /** Of every liquid, in the scene's order. */
  private readonly liquidInputs: readonly LiquidInput[];
  private madeLiquids: readonly SimulatedLiquid[] | undefined;
  private readonly state: SystemState;
  private reports: FrameReport[] = [];
  private readonly overlaps: BeginningOverlaps;
  private readonly judge: FrameJudge;
  /** The interval that ends at this frame is the one that what is keyed stands at. */
  private inputFrame: number;

  /** The state at the first frame, or that at the beginning of its pre-roll. Throws `document-invalid` and `geometry-invalid` for what cannot be simulated. */
  constructor(scene: Scene, assets: ShotAssets, options: SimulationOptions) {
    const { quality, createOperators, createShell, createLiquidKernel, cancelled } = options;
    this.scene = scene;
    this.frame = startFrame(scene);
    this.inputs = new KeyedInputs(scene);
    this.inputFrame = this.frame + 1;
    this.inputs.moveTo(this.inputFrame);
    this.colliders = scene.entities
      .filter(isKind('collider'))
      .filter(({ enabled }) => enabled)
      .map((collider) => new KeyedCollider(collider, shapeOf(collider, assets), this.inputs));
    const { inputs, colliders } = this;
    const liquidOf = coupledSolids(scene);
    const tanks = tanksOf(scene, quality, liquidOf);
    const presserOf = (solid: string) => (id: string) =>
      colliders.find((collider) => collider.id === id)?.shape ?? noPresser(solid, id);
    const solids = scene.entities.filter(isKind('solid')).flatMap((entity) => {
      if (!entity.enabled) return [];
      const volume = requiredAsset(assets.volumes, entity.id);
      const goal = assets.goals?.get(entity.id) ?? pressedGoal(entity, scene, volume, presserOf(entity.id));
      const fibreSamples = assets.fibres?.get(entity.id);
      const tank = tanks.get(liquidOf.get(entity.id) ?? '');
      const given = { scene, solid: entity, volume, colliders, inputs, goal, fibreSamples, tank };
      const solid = { ...given, quality, createOperators };
      const { fracture } = entity;
      return [fracture?.enabled === true ? new TearingSolid(solid, fracture) : new SimulatedSolid(solid)];
    });
    const carried = new Set(attachmentsOf(scene).map(([, solid]) => solid));
    const carriers = solids.flatMap((body) =>
      body instanceof SimulatedSolid && carried.has(body.id) ? [body.carrying] : [],
    );
    const cloths = scene.entities.filter(isKind('cloth')).flatMap((cloth) => {
      if (!cloth.enabled) return [];
      const shell = requiredAsset(assets.shells ?? new Map<string, ShellMesh>(), cloth.id);
      return [new SimulatedCloth({ scene, cloth, shell, colliders, carriers, inputs, quality, createShell })];
    });
    const bodies = new Map<string, SimulatedBody>([...solids, ...cloths].map((body) => [body.id, body]));
    this.bodies = scene.entities.flatMap(({ id }) => bodies.get(id) ?? []);
    const liquids = scene.entities.filter(isKind('liquid')).filter(({ enabled }) => enabled);
    const touching = this.bodies.map(({ id, touching }) => ({ id, contact: touching?.contact }));
    const joints = [...touchingPairs(touching, scene), ...attachmentsOf(scene), ...liquidOf];
    this.islands = islands(
      [...this.bodies, ...liquids].map(({ id }) => id),
      joints,
    ).map((ids) => {
      const members = new Set(ids);
      return new Island(
        {
          bodies: this.bodies.filter(({ id }) => members.has(id)),
          liquids: () => this.liquids.filter(({ id }) => members.has(id)),
        },
        scene,
      );
    });
    this.touchingIslands = this.islands.filter(({ touches }) => touches);
    const parts = { scene, bodies: this.bodies, colliders, inputs };
    this.overlaps = new BeginningOverlaps({ ...parts, atFrames: (work) => this.atFrames(work) });
    this.judge = new FrameJudge({ ...parts, overlaps: this.overlaps });
    const regions = scene.entities.filter(isKind('region')).filter(({ enabled }) => enabled);
    this.liquidInputs = liquids.map((liquid) => {
      const own = regions.filter((region) => region.liquid === liquid.id);
      const shaped = own.map((region) => ({ region, shape: shapeOf(region, assets) }));
      const within = solids.flatMap((body) =>
        body instanceof SimulatedSolid && liquidOf.get(body.id) === liquid.id ? [body] : [],
      );
      const bodies = (): CoupledBody[] => within.flatMap(({ coupled }) => coupled ?? []);
      return { scene, liquid, regions: shaped, colliders, bodies, inputs, quality, createLiquidKernel, cancelled };
    });
    this.state = this.declareState();
  }

  /** Moves everything to the next frame. `cancelled` is asked in every substep. */
  advance(cancelled: () => boolean): void {
    const next = this.frame + 1;
    if (this.frame === startFrame(this.scene)) this.overlaps.refuseSwallowed();
    this.moveInputsTo(next);
    const start = frameToSeconds(this.scene, this.frame);
    const end = frameToSeconds(this.scene, next);
    const reports: FrameReport[] = [];
    this.judge.beginFrame(start, end);
    try {
      for (const island of this.islands) {
        island
          .advance(next, start, end, cancelled)
          .forEach((report, k) => (reports[this.bodies.indexOf(island.bodies[k])] = report));
      }
    } catch (error) {
      throw this.overlaps.explained(error);
    }
    this.reports = reports;
    this.frame = next;
  }

  /** The present state as a frame: world positions and velocities, collider poses and numbers. */
  currentFrame(): Frame {
    const time = frameToSeconds(this.scene, this.frame);
    const { touchingIslands } = this;
    const bodyContact = touchingIslands.length === 0 ? undefined : islandContact(touchingIslands);
    const own = this.stats(time, this.crossings());
    const stats = bodyContact === undefined ? own : { ...own, bodyContact };
    const bodies = this.bodies.map((body) => body.frameBody(time));
    const colliders: FrameCollider[] = this.colliders.map((collider) => {
      const { rotation, translation } = collider.poseAt(time);
      return { id: collider.id, rotation: rotation.slice(), translation: translation.slice() };
    });
    return { bodies, liquids: this.liquids.map((liquid) => liquid.frameLiquid()), colliders, stats };
  }

  /** Where solids begin inside colliders and each other, as the first frame tells it. */
  judgeStart(): Judgement[] {
    return judgeOverlaps(this.overlaps.found);
  }

  /** Everything that later frames depend on. */
  checkpoint(): Checkpoint {
    return { values: { frame: this.frame }, arrays: this.state.save() };
  }

  /** Goes on from a checkpoint of this very shot. Throws `cache-damaged` when it is of another. */
  restore({ values, arrays }: Checkpoint): void {
    const parsed = checkpointValues.safeParse(values);
    if (!parsed.success) throw new CoreError('cache-damaged', 'the checkpoint does not say of which frame it is');
    const { frame } = parsed.data;
    this.state.load(arrays);
    this.frame = frame;
    this.reports = [];
    this.judge.forget();
    // What moves has come to where it is in the frame that ends here.
    this.moveInputsTo(Math.max(frame, startFrame(this.scene) + 1));
    for (const liquid of this.liquids) liquid.resumeAt(frameToSeconds(this.scene, frame));
    this.moveInputsTo(frame + 1);
  }

  /** What never changes over the shot: rest shapes, surfaces, and how they ride on the volumes. */
  statics(): Statics {
    return {
      bodies: this.bodies.map(({ id, volume }) => ({ id, volume })),
      liquids: this.liquidInputs.map(({ liquid }) => liquid.id),
      colliders: [...this.colliders.map(({ id, shape }) => ({ id, shape })), ...this.regionShapes()].map(
        ({ id, shape }) => ({ id, display: shape.display() }),
      ),
    };
  }

  private regionShapes(): { readonly id: string; readonly shape: ColliderShape }[] {
    return this.liquidInputs.flatMap(({ regions }) => regions.map(({ region: { id }, shape }) => ({ id, shape })));
  }

  /** Positions and velocities of a body, xyz per vertex, m and m/s: the live state, which may be written between frames. */
  motionOf(id: string): { readonly positions: Float64Array; readonly velocities: Float64Array } {
    const found = this.bodies.find((body) => body.id === id);
    if (found === undefined) throw new CoreError('document-invalid', `there is no enabled solid or cloth '${id}'`);
    return found.motion;
  }

  /**
   * What the cells of a liquid hold at a stored frame of this shot, with those of its bodies that move with it. Undefined where the shot or the frame does not
   * have it. The simulation goes to that frame.
   */
  liquidCells(
    id: string,
    frame: number,
    { liquids, stats }: Pick<Frame, 'liquids' | 'stats'>,
    bodies: readonly HeldBody[],
  ): LiquidCells | undefined {
    const found = liquids.find((liquid) => liquid.id === id);
    const kept = stats.liquids?.[id];
    const own = this.liquids.find((liquid) => liquid.id === id);
    if (found === undefined || kept === undefined || own === undefined) return undefined;
    this.frame = frame;
    this.moveInputsTo(frame + 1);
    const stored = { liquid: found, volume: kept.volume, bodies };
    return own.cellsAt(stored, frameToSeconds(this.scene, frame), frameDuration(this.scene));
  }

  /** Unit directions of a body's fibres at rest in world axes, xyz per element; undefined where it has none. */
  fibresOf(id: string): Float64Array | undefined {
    return this.bodies.find((body) => body.id === id)?.fibreDirections;
  }

  dispose(): void {
    for (const body of this.bodies) body.dispose();
    for (const liquid of this.madeLiquids ?? []) liquid.dispose();
  }

  /** Made when first asked for: the shapes of a shot are shown without the cells of its liquids. */
  private get liquids(): readonly SimulatedLiquid[] {
    this.madeLiquids ??= this.liquidInputs.map((input) => new SimulatedLiquid(input));
    return this.madeLiquids;
  }

  private declareState(): SystemState {
    const state = new SystemState();
    for (const body of this.bodies) state.include(body.id, body.state);
    this.liquidInputs.forEach(({ liquid }, index) => state.include(liquid.id, () => this.liquids[index].state));
    // No entity's arrays begin so: its id is not empty.
    this.touchingIslands.forEach((island, index) => state.include(`/contacts/${index}`, island.state));
    return state;
  }

  /** Moves what is keyed wherever `work` asks for, and back. */
  private atFrames<T>(work: (moveTo: (frame: number) => void) => T): T {
    const { inputFrame } = this;
    try {
      return work((frame) => this.moveInputsTo(frame));
    } finally {
      this.moveInputsTo(inputFrame);
    }
  }

  private moveInputsTo(frame: number): void {
    this.inputFrame = frame;
    this.inputs.moveTo(frame);
    for (const collider of this.colliders) collider.beginInterval();
  }

  /** Left out where there are none. */
  private liquidStats(time: number): Record<string, LiquidStats> | undefined {
    if (this.liquids.length === 0) return undefined;
    return Object.fromEntries(this.liquids.map((liquid) => [liquid.id, liquid.stats(time)]));
  }

  /** Bodies that pass through each other or themselves, the later of two in the scene's order first; groups must have counted their contacts. */
  private crossings(): readonly BodyCrossing[] {
    if (this.touchingIslands.length === 0) return none;
    const places = new Map(this.bodies.map(({ id }, place) => [id, place]));
    return this.touchingIslands
      .flatMap((island) => island.crossings())
      .map(({ entity, other, pairs }) =>
        places.get(entity)! < places.get(other)! ? { entity: other, other: entity, pairs } : { entity, other, pairs },
      );
  }

  private stats(time: number, crossings: readonly BodyCrossing[]): FrameStats {
    const bodies = Object.fromEntries(this.bodies.map((body) => [body.id, body.stats(time)]));
    const liquids = this.liquidStats(time);
    const sum = (read: (part: Summed) => number) => totalOf(bodies, read) + (liquids ? totalOf(liquids, read) : 0);
    const [shortestStep, longestStep] = stepRange(this.reports);
    const isFirst = this.frame === this.scene.range.first;
    const judgements = this.judge.judge(bodies, crossings, isFirst);
    return {
      substeps: Math.max(
        this.reports.reduce((most, { substeps }) => Math.max(most, substeps.length), 0),
        liquids ? largestOf(liquids, ({ substeps }) => substeps) : 0,
      ),
      shortestStep,
      longestStep,
      cgIterations:
        this.reports.reduce((total, { iterations }) => total + iterations, 0) +
        (liquids ? totalOf(liquids, ({ pressureIterations }) => pressureIterations) : 0),
      invertedElements: totalOf(bodies, (body) => body.invertedElements),
      volume: sum((body) => body.volume),
      energies: {
        kinetic: sum((body) => body.energies.kinetic),
        elastic: sum((body) => body.energies.elastic),
        gravity: sum((body) => body.energies.gravity),
      },
      contacts: this.reports.reduce((total, { substeps }) => total + (substeps.at(-1)?.contacts ?? 0), 0),
      bodies,
      ...(liquids && { liquids }),
      warnings: [
        ...(isFirst ? detailWarnings(this.scene) : []),
        ...this.liquids.flatMap((liquid) => liquid.warnings(isFirst)),
        ...this.reports.flatMap((report, index) => solveWarnings(this.bodies[index], report)),
        ...this.bodies.flatMap((body) => body.warnings(isFirst)),
      ],
      ...(judgements.length > 0 && { judgements }),
    };
  }
}

/** The walls of every liquid that solids move with, by its id. */
function tanksOf(scene: Scene, quality: QualityName, liquidOf: ReadonlyMap<string, string>) {
  const used = new Set(liquidOf.values());
  const liquids = scene.entities.filter(isKind('liquid')).filter(({ id }) => used.has(id));
  const { edgeScale } = scene.quality[quality];
  return new Map(liquids.map((liquid) => [liquid.id, tankWalls(liquidGrid(liquid, edgeScale), closedSides(liquid))]));
}

function detailWarnings(scene: Scene): string[] {
  const solids = scene.entities.filter(isKind('solid')).filter(({ enabled }) => enabled);
  return solids.flatMap((solid) => ignoredDetail(solid) ?? []);
}

function shapeOf({ id, shape }: ShapedEntity, { meshShapes }: ShotAssets): ColliderShape {
  if (shape.kind === 'file') return requiredAsset(meshShapes, id);
  return colliderShapes.get(shape.type).create(shape.params);
}

function requiredAsset<T>(assets: ReadonlyMap<string, T>, id: string): T {
  const found = assets.get(id);
  if (found === undefined) throw new Error(`the assets of '${id}' were not prepared`);
  return found;
}

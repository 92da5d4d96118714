import { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { SystemState } from '../base/state/SystemState.ts';
import type { Checkpoint } from '../frames/Checkpoint.ts';
import type { Frame } from '../frames/Frame.ts';
import type { EntityStats } from '../frames/EntityStats.ts';
import { strongestPairs } from '../frames/ContactPairStats.ts';
import type { FrameStats } from '../frames/FrameStats.ts';
import type { Judgement } from '../frames/judgements.ts';
import type { LiquidCells } from '../frames/LiquidCells.ts';
import type { Statics } from '../frames/StaticStream.ts';
import type { Stream } from '../frames/Stream.ts';
import { estimateOf } from '../scene/estimates.ts';
import type { Entity, Estimate } from '../scene/Kinds.ts';
import { frameDuration, frameToSeconds, startFrame, type QualityName, type Scene } from '../scene/Scene.ts';
import { addSolveWarnings, frameTotals, islandContact, stepRange, withWork } from './frameSums.ts';
import type { Island } from '../simulation/Island.ts';
import { BeginningOverlaps } from '../simulation/judging/BeginningOverlaps.ts';
import { FrameJudge } from '../simulation/judging/FrameJudge.ts';
import type { BodyCrossing } from '../simulation/judging/judgeCrossings.ts';
import { judgeOverlaps } from '../simulation/judging/startOverlaps.ts';
import type { KeyedCollider } from '../simulation/keyed/KeyedCollider.ts';
import type { LiquidBody, StoredSolid } from '../simulation/LiquidBody.ts';
import { KeyedInputs } from '../simulation/keyed/KeyedInputs.ts';
import type { SimulatedBody } from '../simulation/SimulatedBody.ts';
import type { System } from '../simulation/System.ts';
import type { FrameReport } from '../solids/SubstepLog.ts';
import type { SystemInteraction } from '../simulation/Interaction.ts';
import { createSystems } from './createSystems.ts';
import { interactionKinds } from './interactionKinds.ts';
import { inMovingOrder, shotIslands } from './shotIslands.ts';
import type { ShotAssets, SimulationOptions } from './SystemKind.ts';

const none: readonly never[] = [];
/** What a checkpoint says beside its arrays. */
const checkpointValues = z.strictObject({ frame: z.int() });

/**
 * The state of a shot at one frame, and the step to the next. Solids touch each other where they are told to; each meets all colliders.
 * Knows no disk and no clock: equal scenes and assets give equal frames.
 */
export class ShotSimulation {
  readonly scene: Scene;
  /** The frame whose state this is: one of the range, or of the pre-roll before it. */
  frame: number;
  private readonly quality: QualityName;
  private readonly inputs: KeyedInputs;
  /** Systems in the scene's order of entities. */
  private readonly systems: readonly System[];
  private readonly colliders: readonly KeyedCollider[];
  private readonly bodies: readonly SimulatedBody[];
  private readonly liquids: readonly LiquidBody[];
  /** Places of entities in the scene, by id. */
  private readonly order: ReadonlyMap<string, number>;
  private readonly interactions: readonly SystemInteraction[];
  /** Systems in the order in which they move: what is advected last is summed last. */
  private readonly moving: readonly System[];
  /** Islands in the order of their first systems. */
  private readonly islands: readonly Island[];
  private readonly touchingIslands: readonly Island[];
  private readonly state: SystemState;
  /** Reports of the last frame, by the ids of the systems that note their substeps. */
  private reports: ReadonlyMap<string, FrameReport> = new Map();
  private reportList: readonly FrameReport[] = none;
  private readonly overlaps: BeginningOverlaps;
  private readonly judge: FrameJudge;
  /** The interval that ends at this frame is the one that what is keyed stands at. */
  private inputFrame: number;

  /** The state at the first frame, or that at the beginning of its pre-roll. Throws `document-invalid` and `geometry-invalid` for what cannot be simulated. */
  constructor(scene: Scene, assets: ShotAssets, options: SimulationOptions) {
    this.scene = scene;
    this.quality = options.quality;
    this.order = new Map(scene.entities.map(({ id }, place) => [id, place]));
    this.frame = startFrame(scene);
    this.inputs = new KeyedInputs(scene);
    this.inputFrame = this.frame + 1;
    this.inputs.moveTo(this.inputFrame);
    const { inputs } = this;
    this.systems = createSystems({ ...options, scene, assets, inputs });
    this.moving = inMovingOrder(this.systems);
    this.colliders = this.systems.flatMap(({ collider }) => collider ?? []);
    this.bodies = this.systems.flatMap(({ deformable }) => deformable ?? []);
    this.liquids = this.systems.flatMap(({ liquid }) => liquid ?? []);
    const byId = new Map(this.systems.map((system) => [system.id, system]));
    this.interactions = interactionKinds
      .all()
      .flatMap((kind) => kind.between({ scene, inputs, quality: options.quality, systems: byId }));
    this.islands = shotIslands(this.systems, this.interactions, scene, options.createPairKernel);
    this.touchingIslands = this.islands.filter(({ touches }) => touches);
    const parts = { scene, bodies: this.bodies, colliders: this.colliders, inputs };
    this.overlaps = new BeginningOverlaps({ ...parts, atFrames: (work) => this.atFrames(work) });
    const prescribed = this.systems.flatMap(({ touching }) => {
      return touching?.isCollider === true ? [touching.stepped.velocities] : [];
    });
    this.judge = new FrameJudge({ ...parts, prescribed, overlaps: this.overlaps });
    this.state = this.declareState();
  }

  /** Moves everything to the next frame. `cancelled` is asked in every substep. */
  advance(cancelled: () => boolean): void {
    const next = this.frame + 1;
    if (this.frame === startFrame(this.scene)) this.overlaps.refuseSwallowed();
    this.moveInputsTo(next);
    const start = frameToSeconds(this.scene, this.frame);
    const end = frameToSeconds(this.scene, next);
    const reports = new Map<string, FrameReport>();
    this.judge.beginFrame(start, end);
    try {
      for (const island of this.islands) {
        for (const [id, report] of island.advance(next, start, end, cancelled)) reports.set(id, report);
      }
    } catch (error) {
      throw this.overlaps.explained(error);
    }
    this.reports = reports;
    this.reportList = [...reports.values()];
    this.frame = next;
  }

  /** The present state as a frame: world positions and velocities, collider poses and numbers. */
  currentFrame(): Frame {
    const time = frameToSeconds(this.scene, this.frame);
    const { touchingIslands } = this;
    const bodyContact = touchingIslands.length === 0 ? undefined : islandContact(touchingIslands);
    const own = this.statistics(time, this.crossings());
    const stats = bodyContact === undefined ? own : { ...own, bodyContact };
    const streams: Stream[] = [];
    for (const system of this.systems) if (system.streams !== undefined) streams.push(...system.streams(time));
    return { streams, stats };
  }

  /** Judges where solids begin inside colliders and each other, as the first frame shows it. */
  judgeStart(): Judgement[] {
    return judgeOverlaps(this.overlaps.found);
  }

  /** What simulating each entity takes, about, by its id; of those of which something is known. */
  estimates(): Map<string, Estimate> {
    const { edgeScale } = this.scene.quality[this.quality];
    return new Map(
      this.systems.flatMap((system) => {
        const found = system.estimate?.() ?? estimateOf(this.entityOf(system), edgeScale);
        return found === undefined ? [] : [[system.id, found] as const];
      }),
    );
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
    this.reports = new Map();
    this.reportList = none;
    this.judge.forget();
    // What moves has come to where it is in the frame that ends here.
    this.moveInputsTo(Math.max(frame, startFrame(this.scene) + 1));
    for (const system of this.systems) system.resumeAt?.(frameToSeconds(this.scene, frame));
    this.moveInputsTo(frame + 1);
  }

  /** What never changes over the shot: rest shapes, surfaces, and how they ride on the volumes. */
  statics(): Statics {
    return { streams: this.inSceneOrder(this.systems.flatMap((system) => system.statics?.() ?? [])) };
  }

  /** Sorts streams by their entities; those of one entity stay as they are. */
  private inSceneOrder<S extends { readonly entity: string }>(streams: S[]): S[] {
    const place = (k: number): number => this.order.get(streams[k].entity)!;
    for (let k = 1; k < streams.length; k++) {
      if (place(k) < place(k - 1)) return streams.sort((a, b) => this.order.get(a.entity)! - this.order.get(b.entity)!);
    }
    return streams;
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
    { streams, stats }: Frame,
    bodies: readonly StoredSolid[],
  ): LiquidCells | undefined {
    const found = streams.filter(({ entity }) => entity === id);
    const kept = stats.entities[id] as EntityStats | undefined;
    const own = this.liquids.find((liquid) => liquid.id === id);
    if (found.length === 0 || kept === undefined || own === undefined) return undefined;
    this.frame = frame;
    this.moveInputsTo(frame + 1);
    const stored = { streams: found, volume: kept.volume, bodies };
    return own.cellsAt(stored, frameToSeconds(this.scene, frame), frameDuration(this.scene));
  }

  /** Unit directions of a body's fibres at rest in world axes, xyz per element; undefined where it has none. */
  fibresOf(id: string): Float64Array | undefined {
    return this.bodies.find((body) => body.id === id)?.fibreDirections;
  }

  dispose(): void {
    for (const island of this.islands) island.dispose();
    for (const system of this.systems) system.dispose?.();
  }

  private declareState(): SystemState {
    const state = new SystemState();
    const nothing = new SystemState();
    for (const system of this.systems) state.include(system.id, () => system.state ?? nothing);
    // No entity's arrays begin so: its id is not empty.
    this.interactions.forEach((one, index) => state.include(`/interactions/${index}`, one.state));
    this.touchingIslands.forEach((island, index) => state.include(`/contacts/${index}`, () => island.state ?? nothing));
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
    for (const system of this.systems) system.followInputs?.();
  }

  /** Bodies that pass through each other, colliders or themselves, bodies before colliders, else the later of two in the scene's order first; groups must have counted their contacts. */
  private crossings(): readonly BodyCrossing[] {
    if (this.touchingIslands.length === 0) return none;
    const places = new Map(this.bodies.map(({ id }, place) => [id, place]));
    const placeOf = (id: string) => places.get(id) ?? -1;
    return this.touchingIslands
      .flatMap((island) => island.crossings())
      .map(({ entity, other, pairs }) =>
        placeOf(entity) < placeOf(other) ? { entity: other, other: entity, pairs } : { entity, other, pairs },
      );
  }

  private entityOf({ id }: System): Entity {
    return this.scene.entities[this.order.get(id)!];
  }

  /** The statistics of all systems, their sums, and what is to be told of them. */
  private statistics(time: number, crossings: readonly BodyCrossing[]): FrameStats {
    const { reports } = this;
    const isFirst = this.frame === this.scene.range.first;
    const entities: Record<string, EntityStats> = {};
    for (const system of this.moving) {
      const own = system.statistics?.(time);
      if (own !== undefined) entities[system.id] = withWork(own, reports.get(system.id));
    }
    const [shortestStep, longestStep] = stepRange(this.reportList);
    const judgements = this.judge.judge(entities, crossings, isFirst);
    for (const system of this.moving) judgements.push(...(system.judgements?.() ?? []));
    const pairs = strongestPairs(this.interactions.flatMap((interaction) => interaction.pairs?.() ?? []));
    const own = {
      shortestStep,
      longestStep,
      ...(pairs.length > 0 && { contactPairs: pairs }),
      entities,
      warnings: this.warnings(isFirst),
    };
    const stats: FrameStats = Object.assign(frameTotals(entities, this.interactions, time), own);
    return judgements.length > 0 ? { ...stats, judgements } : stats;
  }

  /** What is to be told of the frame, system by system; of the first one, how they were set up before all else. */
  private warnings(isFirst: boolean): string[] {
    const { systems, reports } = this;
    const found: string[] = [];
    if (isFirst) for (const one of [...systems, ...this.interactions]) found.push(...(one.setupWarnings?.() ?? []));
    for (const system of systems) {
      addSolveWarnings(this.entityOf(system), reports.get(system.id), found);
      for (const warning of system.warnings?.(isFirst) ?? none) found.push(warning);
    }
    return found;
  }
}

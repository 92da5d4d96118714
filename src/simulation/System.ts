import type { SystemState } from '../base/state/SystemState.ts';
import type { EntityStats } from '../frames/EntityStats.ts';
import type { Judgement } from '../frames/judgements.ts';
import type { StaticStream } from '../frames/StaticStream.ts';
import type { Stream } from '../frames/Stream.ts';
import type { Estimate } from '../scene/Kinds.ts';
import type { SteppedSystem } from '../solids/SteppedSystem.ts';
import type { ContactCollider } from '../collision/contactCollider.ts';
import type { MovingSurface } from '../collision/deforming/DeformingCollider.ts';
import type { KeyedCollider } from './keyed/KeyedCollider.ts';
import type { MassPoints } from './MassPoints.ts';

/**
 * What simulates an entity of a shot. Everything but the id is optional: a system says what it takes part in, and whoever drives systems asks for that and not for what
 * kind of entity it is. What systems are as bodies and liquids is added by `SimulatedBody.ts` and `LiquidBody.ts`.
 */
export interface System {
  /** Entity id. */
  readonly id: string;
  /** Everything that its future depends on. */
  readonly state?: SystemState;
  /** Gives how it moves in substeps; another object after a change of topology. Left out for what follows its keys alone. */
  stepped?(): SteppedSystem;
  /** Ids of systems that it is attached to: they move before it in common substeps. */
  readonly attachedTo?: readonly string[];
  /** Whether it is advected after everything else in its island has moved. */
  readonly movesLast?: boolean;

  /** Reads what is constant over the interval that the inputs now stand at. */
  followInputs?(): void;
  /** Begins a frame. */
  beginFrame?(frame: number): void;
  /** Parts of a frame of `duration`, s, after each of which its topology may change; one where left out. */
  partsOf?(duration: number): number;
  /** Ends such a part at `time`, s, and changes its topology where that has to. */
  endPart?(time: number): void;
  /** Does what belongs to the interval from `start` to `end`, s; failures name the system and the frame, and say what may help. */
  within?<T>(frame: number, start: number, end: number, work: () => T): T;
  /** Throws where the state at `time`, after a substep of `dt` (s), cannot be stored. */
  checkStorable?(time: number, dt: number): void;
  /** Goes on at `time`, s, from a state that was loaded; inputs are those of the frame that ends there. */
  resumeAt?(time: number): void;
  /** What frames show of its present state, at `time`, s. */
  streams?(time: number): Stream[];
  /** What of that never changes over the shot; streams of other entities that it takes part with may be among them. */
  statics?(): StaticStream[];
  /** The numbers of its present state at `time`, s, and of the interval that ends there, but for those of substeps that it notes; left out for what has none. */
  statistics?(time: number): EntityStats;
  /** What simulating it takes, where its kind does not say it of the entity alone. */
  estimate?(): Estimate;
  /** What is wrong with how it was set up, told with the first frame before all else. */
  setupWarnings?(): readonly string[];
  /** What cannot be right in its present state; deformable bodies are judged by `FrameJudge`. */
  judgements?(): readonly Judgement[];
  /** What the user should know of its present state. */
  warnings?(isFirstFrame: boolean): readonly string[];
  dispose?(): void;

  /** What other systems meet of it. */
  readonly collider?: KeyedCollider;
  /**
   * Gives what bodies of a thickness, m, meet of a surface that deforms as prescribed, or its inside where none is given, with its own friction unless another is given; undefined where there is
   * nothing to meet.
   */
  deformingCollider?(thickness?: number, friction?: number): ContactCollider | undefined;
  /** The surface that deforms as prescribed, which rigid bodies meet; undefined where there is nothing to meet. */
  readonly movingSurface?: MovingSurface | undefined;
  /** The points that interactions push; undefined where nothing can. */
  readonly points?: MassPoints | undefined;
}

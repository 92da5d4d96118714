import type { z } from 'zod';
import type { closedShape, MeshShape } from './properties/closedShape.ts';
import type { KeyedTransform } from './properties/common.ts';
import type { Keyable, KeyableVector } from './keyable.ts';
import type { PaintedPart } from './painting/paintedParts.ts';
import type { Subject } from './subjects.ts';

/**
 * The schema of each kind of entity, under its name. Every file of `kinds/` adds its own by declaration merging:
 * `declare module '../Kinds.ts' { interface KindMap { pin: typeof pin } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface KindMap {}

/** The kinds whose entities deform: those with `deforms` add themselves. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface DeformingKinds {}

/** The kinds whose entities have a closed shape that moves as keyed: those with `closedShape` add themselves. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface ShapedKinds {}

export type KindName = keyof KindMap;
/** An entity of some kind, with every default filled in: a union that `kind` tells apart. */
export type Entity = z.output<KindMap[KindName]>;
/** An entity as a document may write it: anything with a default can be left out. */
export type EntityInput = z.input<KindMap[KindName]>;
export type EntityOf<K extends KindName> = z.output<KindMap[K]>;

/** A closed shape in the frame of its entity, and how that moves. */
export interface PlacedShape {
  readonly shape: z.output<typeof closedShape>;
  readonly transform: KeyedTransform;
}

/** What stands in the way of what moves. */
export interface Obstacle extends PlacedShape {
  readonly id: string;
  readonly enabled: boolean;
}

/** A viewpoint: m, and the angle from the bottom to the top of the picture, rad. */
export interface KeyedView {
  readonly position: KeyableVector;
  readonly target: KeyableVector;
  readonly verticalFieldOfView: Keyable;
}

/** What has to be made of the files and forms of an entity before it can be simulated. */
export type AssetNeed =
  /** Elements that fill a surface; where its goal or its fibres come from files, these too. */
  | { readonly type: 'volume'; readonly solid: EntityOf<'solid'> }
  /** Triangles that are a surface. */
  | { readonly type: 'shell'; readonly cloth: EntityOf<'cloth'> }
  /** The signed distance to a closed mesh. */
  | { readonly type: 'level set'; readonly shape: MeshShape }
  /** The samples of a file of animated geometry. */
  | { readonly type: 'animation'; readonly animation: EntityOf<'importedAnimation'> };

/** What simulating an entity takes, about. */
export interface Estimate {
  /** Elements or cells that it is simulated as, what these are (`cells`), and what else readouts say of them (`64 × 64 × 32, all full`). */
  readonly count: number;
  readonly counted: string;
  readonly detail?: string;
  /** Bytes of memory while it is simulated; left out where that was never measured. */
  readonly memoryBytes?: number;
  /** Bytes of a frame in the cache. */
  readonly frameBytes: number;
  /** What may be counted at most; left out where there is no such limit. */
  readonly most?: number;
  /** What makes it take no more than so many bytes of memory: `use cells of 0.01 m or more`. */
  remedy?(memoryBytes: number): string;
}

/** How an entity meets others, as far as it says itself. */
export interface OwnContact {
  /** Whether it meets others at all; of what deforms, others that do. */
  readonly meets: boolean;
  readonly friction: Keyable;
}

interface KindDescription<K extends KindName> {
  /** The `kind` of its entities in documents. */
  readonly type: K;
  /** One entity of the kind and several, as sentences name them: 'solid', 'solids'. */
  readonly label: string;
  readonly plural: string;
  /** A strict object whose `kind` is the literal `type`. */
  readonly schema: KindMap[K];
  /** A new entity that needs no choice, to be added to `entities`; undefined where they lack what it must refer to. */
  create(entities: readonly Entity[]): EntityOf<K> | undefined;
  /** What its state at the first frame depends on that is no property of it: what it takes from other entities and from frames to come. */
  derivedInputs?(entity: EntityOf<K>, firstFrame: number, obstacles: readonly Obstacle[]): object;
  /** What has to be made of files and forms before it can be simulated. */
  assets?(entity: EntityOf<K>): readonly AssetNeed[];
  /** What of it is painted. */
  paintedParts?(entity: EntityOf<K>): readonly PaintedPart[];
  /** The viewpoint that it is. */
  view?(entity: EntityOf<K>): KeyedView;
  /** Its closed shape. */
  closedShape?(entity: EntityOf<K>): PlacedShape;
  /** It stands in the way of what moves, and is not moved by it; it has a closed shape. */
  readonly isObstacle?: true;
  /**
   * What it is to others in contact where it does not deform: a rigid body, a surface that deforms as prescribed, or an obstacle that moves rigidly as keyed. A shot may say of pairs how they meet
   * (`contactRoles.ts`).
   */
  readonly contactRole?: 'rigid' | 'surface' | 'obstacle';
  /** How it meets others; left out, it does not. */
  ownContact?(entity: EntityOf<K>): OwnContact;
  /** It moves as prescribed: where it is at a frame follows from the frame alone, simulated or not. */
  readonly isPrescribed?: true;
  /** The pin that it is: it constrains vertices of what deforms. */
  pin?(entity: EntityOf<K>): EntityOf<'pin'>;
  /** The force field that it is: it accelerates what moves. */
  forceField?(entity: EntityOf<K>): EntityOf<'force'>;
  /** The liquid that it is. */
  liquid?(entity: EntityOf<K>): EntityOf<'liquid'>;
  /** What a shot is about that holds it. */
  subjects?(entity: EntityOf<K>): readonly Subject[];
  /** The sections that its systems add to the statistics of frames, by name. */
  readonly statistics?: Readonly<Record<string, z.ZodObject>>;
  /** What simulating it takes, where that follows from the entity alone; `edgeScale`: of the quality. */
  estimate?(entity: EntityOf<K>, edgeScale: number): Estimate;
}

/** `deforms`: frames hold the places of its vertices, and it can be pinned, blown about and touched. */
type DeformingPart<K extends KindName> = K extends keyof DeformingKinds
  ? { readonly deforms: true }
  : { readonly deforms?: undefined };

type ShapedPart<K extends KindName> = K extends keyof ShapedKinds
  ? { readonly closedShape: object }
  : { readonly closedShape?: undefined };

/** What a kind of entity is. Registered by adding a file to `kinds/` that default-exports one; what a kind does not have is left out. */
export type KindDefinition<K extends KindName = KindName> = KindDescription<K> & DeformingPart<K> & ShapedPart<K>;

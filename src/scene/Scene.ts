import { z } from 'zod';
import { quantity } from '../base/quantities.ts';
import { contactPair } from './properties/bodyContact.ts';
import { entityId } from './properties/common.ts';
import { mayPair } from './contactRoles.ts';
import { keyableVector } from './keyable.ts';
import { marked, type Fault } from './marks.ts';
import { entitySchema, kinds } from './kindRegistry.ts';
import type { DeformingKinds, Entity, EntityOf, KindName, ShapedKinds } from './Kinds.ts';

/** Says what a `.ductile` file is. */
export const documentFormat = 'ductile-shot';
/** The newest document version this program reads and the one it writes; older ones pass through `migrations/`. */
export const documentVersion = 4;

/** Frames per second = numerator / denominator, so that 23.976 is 24000/1001 exactly. */
const frameRate = z.strictObject({
  numerator: z.int().min(1).max(1_000_000),
  denominator: z.int().min(1).max(1_000_000).default(1),
});

const frameNumber = z.int().min(-1_000_000).max(10_000_000);
/** Most frames of a pre-roll: longer ones are a part of the shot. */
export const MOST_PRE_ROLL = 1000;
/** What a pre-roll does. */
export const preRollHelp =
  'Number of frames simulated before the first frame so that the shot can settle; the first frame is the state they end in. Keyed values stay at those of the first frame, initial velocities apply at the start of the pre-roll, and its frames are neither kept nor exported.';
/** Frames first..last, both simulated and exported; the shot's state is set up at `first`, or at the beginning of its pre-roll. */
const range = z
  .strictObject({
    first: frameNumber,
    last: frameNumber,
    /** Frames that are simulated before the first one; left out, none. */
    preRoll: z
      .int()
      .min(0)
      .max(MOST_PRE_ROLL)
      .meta({
        unit: 'frames',
        label: 'pre-roll',
        help: preRollHelp,
        default: 0,
      })
      .optional(),
  })
  .refine(({ first, last }) => last > first, { message: 'the range has no length: last must be after first' })
  .refine(({ first, last }) => last - first <= 1_000_000, { message: 'the range is longer than 1000000 frames' });

/** Why a shot cannot say of a pair how it meets. */
function pairFault(value: unknown, kindOf: (id: string) => string | undefined): Fault | undefined {
  const { bodies } = value as z.output<typeof contactPair>;
  const [one, other] = bodies.map((id) => kindOf(id) as KindName | undefined);
  if (one === undefined || other === undefined || mayPair({ kind: one }, { kind: other })) return undefined;
  return {
    path: ['bodies'],
    message: `a contact pair cannot be '${bodies[0]}' and '${bodies[1]}'`,
    remedy:
      'Pair solids, cloth and rigid bodies with each other or with animations, or rigid bodies with colliders: solids and cloth meet all colliders alike.',
  };
}

export const physicsSchema = z.strictObject({
  gravity: keyableVector(
    {
      unit: 'm/s2',
      label: 'gravity',
      help: 'Acceleration due to gravity, for all solids, cloth and liquids. Gravity fields replace it for the bodies they act on.',
      symbol: 'g',
    },
    [0, -9.81, 0],
  ),
  /** 'robust' damps flat elements too but makes angular momentum; 'conserving' does so only for those. */
  dampingForm: z.enum(['robust', 'conserving']).default('robust').meta({
    label: 'damping form',
    help: 'Robust damps flattened elements too, but can add angular momentum. Conserving keeps angular momentum except where elements are flat.',
  }),
  /** Which shots let rigid bodies sleep that have come to rest. */
  rigidSleep: z.enum(['large', 'always', 'never']).default('large').meta({
    label: 'rigid sleep',
    help: 'Rigid bodies that touch each other and have all rested for half a second stand still, and take almost no time until something touches or changes one of them. Large: only in shots of 1000 rigid bodies or more, off below. Bodies on joints do not sleep, nor any in shots with solids, cloth, liquids or animations.',
  }),
  /** Pairs that meet otherwise than their own settings say; left out, none do. */
  contactPairs: z
    .array(marked(contactPair, { rule: pairFault }))
    .max(10_000)
    .optional(),
  /** Start of every random sequence of the shot. */
  seed: z.int().min(0).max(4294967295).default(0).meta({
    label: 'random seed',
    help: 'Seed of the random positions of particles, markers and vortices in liquids. Another seed gives another, equally likely splash.',
  }),
});

const steps = (label: string, help: string, value: number, most = 100_000) =>
  z.int().min(1).max(most).default(value).meta({ label, help });

/** What trades time for accuracy. A frame's key holds the settings it was made with. */
const qualitySettings = (edgeScale: number, minSubsteps: number, tolerance: number) =>
  z
    .strictObject({
      edgeScale: quantity({
        unit: '',
        label: 'edge scale',
        help: 'Multiplies the size of the elements of solids, the triangles of generated cloth and the cells of liquids. 0.5 gives about eight times as many elements and cells.',
        min: 0.01,
        max: 100,
        default: edgeScale,
      }),
      minSubsteps: steps(
        'minimum substeps',
        'Smallest number of substeps per frame. Larger values are more accurate and take longer.',
        minSubsteps,
      ),
      maxSubsteps: steps(
        'maximum substeps',
        'Largest number of substeps per frame. A frame that needs more fails, and the reason is shown.',
        2000,
      ),
      solverTolerance: quantity({
        unit: '',
        label: 'solver tolerance',
        help: 'Residual at which a velocity solve stops, relative to that of the velocity increment. Smaller values are more accurate and take longer.',
        min: 1e-12,
        max: 0.5,
        default: tolerance,
      }),
      maxIterations: steps(
        'maximum iterations',
        'Largest number of iterations of one solve. A solve that has not reached the tolerance by then stops, with a warning.',
        1000,
        1_000_000,
      ),
      courantNumber: quantity({
        unit: '',
        label: 'Courant number',
        help: 'Largest distance that a liquid moves in one substep, in cells. Smaller values resolve fast splashes better and take longer.',
        min: 0.05,
        max: 2,
        default: 2,
      }),
    })
    .refine((settings) => settings.maxSubsteps >= settings.minSubsteps, {
      message: 'the maximum substeps are below the minimum substeps',
      path: ['maxSubsteps'],
    })
    .prefault({});
export type QualitySettings = z.output<ReturnType<typeof qualitySettings>>;

export type { Entity };

/** What deforms: it can be pinned, blown about and touched, and frames hold its vertices. */
export type BodyEntity = EntityOf<keyof DeformingKinds>;

/** An entity with a closed shape that moves as keyed. */
export type ShapedEntity = EntityOf<keyof ShapedKinds>;

export function isBody(entity: Entity): entity is BodyEntity {
  return kinds.get(entity.kind).deforms === true;
}

/** Preview is the middle: about 3.3 times the elements of draft, where final has 11 times, and the geometric mean of their tolerances. */
export const qualitySchema = z.strictObject({
  draft: qualitySettings(1, 2, 1e-2),
  preview: qualitySettings(0.67, 3, 3e-3),
  final: qualitySettings(0.45, 4, 1e-3),
});

/** What a take holds: everything that frames are made from. */
const contents = {
  frameRate: frameRate.default({ numerator: 24, denominator: 1 }),
  range,
  physics: physicsSchema.prefault({}),
  quality: qualitySchema.prefault({}),
  entities: z.array(entitySchema).max(10_000).default([]),
};

const take = z.strictObject({
  id: entityId,
  name: z.string().max(200).default(''),
  /** The take that it was branched from, and the frame at which it was. Say where it came from; nothing depends on them. */
  parent: entityId.optional(),
  branchFrame: frameNumber.optional(),
});

/** A shot: SI units, Y up, right-handed. What a `.ductile` file holds, with every default filled in. */
export const sceneSchema = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(documentVersion),
  /** Identifies the shot's cache through renames. */
  project: z.uuid(),
  name: z.string().max(200).default(''),
  notes: z.string().max(100_000).default(''),
  /** The take whose contents follow: the one that is worked on. */
  take: take.default({ id: 'main', name: 'Main' }),
  ...contents,
  /** The other takes. */
  takes: z
    .array(z.strictObject({ ...take.shape, contents: z.strictObject(contents) }))
    .max(100)
    .default([]),
});
export type Scene = z.output<typeof sceneSchema>;
export type Take = z.output<typeof take>;
export type StoredTake = Scene['takes'][number];
/** A scene as it may be written: anything with a default can be left out. */
export type SceneInput = z.input<typeof sceneSchema>;

/** The cheapest first. */
export const qualityNames = ['draft', 'preview', 'final'] as const;
export type QualityName = (typeof qualityNames)[number];

export function framesPerSecond(scene: Scene): number {
  return scene.frameRate.numerator / scene.frameRate.denominator;
}

/** Length of one frame, s. */
export function frameDuration(scene: Scene): number {
  return scene.frameRate.denominator / scene.frameRate.numerator;
}

/** Seconds since the first frame of the range. */
export function frameToSeconds(scene: Scene, frame: number): number {
  return ((frame - scene.range.first) * scene.frameRate.denominator) / scene.frameRate.numerator;
}

/** The inverse of `frameToSeconds`. */
export function secondsToFrame(scene: Scene, seconds: number): number {
  return scene.range.first + (seconds * scene.frameRate.numerator) / scene.frameRate.denominator;
}

/** The frame at which the shot's state is set up: the first of its range, or of its pre-roll. */
export function startFrame({ range }: Scene): number {
  return range.first - (range.preRoll ?? 0);
}

export function isKind<K extends Entity['kind']>(kind: K) {
  return (entity: Entity): entity is Extract<Entity, { kind: K }> => entity.kind === kind;
}

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { KindDefinition } from '../Kinds.ts';
import { labelled, marked } from '../marks.ts';
import { fileLabel, newEntity } from '../newEntity.ts';
import { animationSource, animationTiming, type AnimationFile } from '../properties/animationSource.ts';
import { displayOfSurface, entityCommon, placement } from '../properties/common.ts';
import type { Named } from '../uniqueNames.ts';

/** What other bodies meet of it. */
const collision = z.strictObject({
  enabled: z.boolean().default(true).meta({
    label: 'collides',
    help: 'Makes it a deforming collider: solids, cloth, rigid bodies and, where it is closed, liquids meet it, and never push it. Turned off, it is only shown.',
  }),
  friction: quantity({
    unit: '',
    label: 'friction',
    help: 'Coulomb friction coefficient of bodies on it: 0 is ice, above 1 is rubber.',
    symbol: 'mu',
    min: 0,
    max: 100,
    softMax: 1,
    default: 0.5,
  }),
  surface: labelled(z.enum(['closed', 'open']).default('closed'), {
    label: 'surface',
    help: 'Closed: it has an inside, in which nothing should begin. Open: it is a thin sheet that is met from both sides; what begins in a vessel of such sheets stays in it.',
  }),
  thickness: quantity({
    unit: 'm',
    label: 'contact thickness',
    help: 'Distance at which it begins to repel solids and cloth, together with theirs; rigid bodies touch the surface itself. Larger values are safer and leave wider gaps.',
    min: 1e-5,
    max: 1,
    softMax: 0.02,
    default: 0.004,
  }),
});

/** Geometry whose motion comes from a file: it moves as its samples say, and pushes what it meets. */
export const importedAnimation = z.strictObject({
  kind: z.literal('importedAnimation'),
  ...entityCommon,
  display: displayOfSurface('#b9a58c', 'clay'),
  source: marked(animationSource, { geometry: 'shape' }),
  ...animationTiming,
  collision: marked(collision.prefault({}), {
    counts: (value) => ((value as { readonly enabled: boolean }).enabled ? value : undefined),
  }),
  transform: placement,
});
export type ImportedAnimation = z.output<typeof importedAnimation>;

declare module '../Kinds.ts' {
  interface KindMap {
    importedAnimation: typeof importedAnimation;
  }
}

/** What an animation can do in the pre-roll. */
export const preRollKinds = [
  'hold',
  'play',
  'from-bind-pose',
] as const satisfies readonly ImportedAnimation['preRoll']['kind'][];
export type PreRollKind = (typeof preRollKinds)[number];

/** Animated geometry as it was read. */
export interface NewAnimation extends Pick<
  AnimationFile,
  'path' | 'sha256' | 'object' | 'metresPerUnit' | 'upAxis' | 'framesPerSecond' | 'clip' | 'keeps'
> {
  readonly startsAt: number;
  readonly speed: number;
  readonly collides: boolean;
  readonly surface: ImportedAnimation['collision']['surface'];
  /** What it does in the pre-roll; left out, it holds. */
  readonly preRoll?: PreRollKind;
}

/** An animation of a file, where the file has it. */
export function newAnimation(
  entities: Named,
  { startsAt, speed, collides, surface, preRoll = 'hold', ...source }: NewAnimation,
): ImportedAnimation {
  return newEntity(importedAnimation, entities, fileLabel(source.path), {
    source: { kind: 'file', ...source },
    startsAt,
    speed,
    preRoll: { kind: preRoll },
    collision: { enabled: collides, surface },
  });
}

/** Why an animation whose triangles change from sample to sample cannot be as asked, as parts of sentences, and what helps; undefined where it can. */
export function changingRefusal({
  collides,
  surface,
  preRoll = 'hold',
}: Partial<Pick<NewAnimation, 'collides' | 'surface' | 'preRoll'>>):
  | { readonly reason: string; readonly remedy: string }
  | undefined {
  if (collides === true && surface !== 'closed') {
    return {
      reason: 'nothing can meet it as an open surface',
      remedy: 'Turn its collisions off, or choose the closed surface where it has an inside.',
    };
  }
  if (preRoll === 'from-bind-pose') {
    return { reason: 'it has no bind pose to come from', remedy: 'Let it hold or play in the pre-roll.' };
  }
  return undefined;
}

/** A limb that bends, standing on the ground until it is given another place. */
export function newLimb(entities: Named): ImportedAnimation {
  return newEntity(importedAnimation, entities, 'Limb', {
    source: { kind: 'procedural', form: { shape: 'limb' } },
    transform: { position: [0, 1, 0] },
  });
}

const definition: KindDefinition<'importedAnimation'> = {
  type: 'importedAnimation',
  label: 'animation',
  plural: 'animations',
  schema: importedAnimation,
  create: (entities) => newLimb(entities),
  isPrescribed: true,
  contactRole: 'surface',
  ownContact: ({ collision: { enabled, friction } }) => ({ meets: enabled, friction }),
  assets: (entity) => (entity.source.kind === 'file' ? [{ type: 'animation', animation: entity }] : []),
};

export default definition;
